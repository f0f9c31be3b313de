import type { PinnedReply } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { CirclePause, Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useKinds } from '../../../api/kinds.ts';
import { cx } from '../../../components/cx.ts';
import { TextAreaField } from '../../../components/field.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import type { Draft } from '../../../document/read-draft.ts';
import { modelCalls } from '../../runs/run-queries.ts';
import { type FedRun, useRunView } from '../../runs/use-run-view.ts';
import { tryTexts as words } from './try-texts.ts';
import type { Trial, Watch } from './use-trial.ts';

const eventsOf = ({ view }: FedRun) => view.events;

/** The nodes and tools of the draft, each to wait before or to answer for. */
export function WatchList({ draft, trial }: { draft: Draft; trial: Trial }) {
  const { watch, current } = trial;
  const kinds = useKinds();
  const latest = useLatest(current?.id);
  const nodes = draft.nodes.flatMap(({ nodeName, nodeType }) => {
    if (nodeName === undefined) return [];
    const { family } = kinds.find(nodeType) ?? {};
    const asks = family === 'agent' || family === 'responder' || latest.replies.has(nodeName);
    return [{ name: nodeName, asks }];
  });
  const tools = [...new Set([...latest.results.keys(), ...Object.keys(watch.results)])];
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-faint">{words.watchHint}</p>
      <ul className="flex flex-col divide-y rounded-lg border">
        {nodes.map(({ name, asks }) => (
          <WatchedNode key={name} {...{ name, asks, watch }} said={latest.replies.get(name)} />
        ))}
      </ul>
      {tools.length > 0 && (
        <ul aria-label={words.tools} className="flex flex-col divide-y rounded-lg border">
          {tools.map((name) => (
            <PinnedTool key={name} name={name} watch={watch} gave={latest.results.get(name)} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface WatchedNodeProps {
  name: string;
  /** Whether it asks a model. */
  asks: boolean;
  watch: Watch;
  /** What its model said last. */
  said: PinnedReply | undefined;
}

function WatchedNode({ name, asks, watch, said }: WatchedNodeProps) {
  const pinned = watch.replies[name];
  const pauses = watch.pauses.has(name);
  const calls = pinned?.toolCalls ?? [];
  return (
    <li className="flex flex-col gap-2 px-2.5 py-1.5">
      <div className="flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-sm">{name}</span>
        <Toggle
          label={words.pause(name)}
          icon={<CirclePause aria-hidden />}
          isOn={pauses}
          onClick={() => watch.togglePause(name)}
        />
        {asks && (
          <Toggle
            label={words.pin(name)}
            icon={<Pin aria-hidden />}
            isOn={pinned !== undefined}
            onClick={() => watch.pinReply(name, pinned ? undefined : (said ?? { content: '' }))}
          />
        )}
      </div>
      {pinned && (
        <TextAreaField
          label={words.reply(name)}
          rows={2}
          value={pinned.content}
          hint={calls.length > 0 ? words.calls(calls.map((call) => call.name).join(', ')) : undefined}
          onChange={(event) => watch.pinReply(name, { ...pinned, content: event.target.value })}
        />
      )}
    </li>
  );
}

function PinnedTool({ name, watch, gave }: { name: string; watch: Watch; gave: string | undefined }) {
  const pinned = watch.results[name];
  return (
    <li className="flex flex-col gap-2 px-2.5 py-1.5">
      <div className="flex items-center gap-1">
        <code className="min-w-0 flex-1 truncate text-xs">{name}</code>
        <Toggle
          label={words.pin(name)}
          icon={<Pin aria-hidden />}
          isOn={pinned !== undefined}
          onClick={() => watch.pinResult(name, pinned === undefined ? (gave ?? '') : undefined)}
        />
      </div>
      {pinned !== undefined && (
        <TextAreaField
          label={words.result(name)}
          rows={2}
          value={pinned}
          onChange={(event) => watch.pinResult(name, event.target.value)}
        />
      )}
    </li>
  );
}

interface ToggleProps {
  label: string;
  icon: ReactNode;
  isOn: boolean;
  onClick: () => void;
}

const Toggle = ({ label, icon, isOn, onClick }: ToggleProps) => (
  <IconButton
    size="sm"
    label={label}
    icon={icon}
    aria-pressed={isOn}
    className={cx(isOn && 'bg-accent-soft text-accent-ink!')}
    onClick={onClick}
  />
);

/** What models and tools said last in a run, by the names of nodes and tools. */
function useLatest(runId: string | undefined) {
  const events = useRunView(runId, eventsOf);
  const hasEnded = events.at(-1)?.type === 'on_run_end';
  const { data } = useQuery({ ...modelCalls(runId ?? ''), enabled: runId !== undefined && hasEnded });
  const replies = new Map<string, PinnedReply>();
  for (const { node, reply } of data?.items ?? []) {
    const toolCalls = reply?.toolCalls.map(({ name, args }) => ({ name, args })) ?? [];
    if (node !== null && reply)
      replies.set(node, { content: reply.content, ...(toolCalls.length > 0 && { toolCalls }) });
  }
  const results = new Map(
    events.flatMap(({ type, data: told }) =>
      type === 'on_tool_end' && !told.isError ? [[told.tool, told.output] as const] : [],
    ),
  );
  return { replies, results };
}
