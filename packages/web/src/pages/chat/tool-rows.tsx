import { CircleAlert, LoaderCircle, Wrench } from 'lucide-react';
import { useMemo } from 'react';
import { cx } from '../../components/cx.ts';
import { Disclosure } from '../../components/disclosure.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { texts } from '../../texts.ts';
import { runActivity, type ToolUse } from '../runs/run-activity.ts';
import { type FedRun, useRunView } from '../runs/use-run-view.ts';
import type { MadeCall } from './sort-messages.ts';

const eventsOf = ({ view }: FedRun) => view.events;

/** The calls of a run that is under way. */
export function LiveToolRows({ runId }: { runId: string | undefined }) {
  const events = useRunView(runId, eventsOf);
  const calls = useMemo(() => runActivity(events).flatMap(({ tools }) => tools.map(shownCall)), [events]);
  return <ToolRows calls={calls} />;
}

const shownCall = ({ callId: id, endedAt, ...use }: ToolUse) => ({ id, ...use, isAtWork: endedAt === null });

interface ShownCall extends MadeCall {
  isAtWork?: boolean;
}

/** What was looked up or done for an answer, a quiet line each. */
export function ToolRows({ calls }: { calls: readonly ShownCall[] }) {
  if (calls.length === 0) return null;
  return (
    <ul aria-label={texts.chat.tools} className="flex flex-col gap-0.5">
      {calls.map((call) => (
        <li key={call.id}>
          <Disclosure summary={<Summary call={call} />}>
            <JsonView label={texts.runs.arguments} value={call.input} />
            {call.output !== null && <JsonView label={texts.runs.result} value={call.output} />}
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}

function Summary({ call: { tool, output, isError, isAtWork = false } }: { call: ShownCall }) {
  const Icon = isError ? CircleAlert : isAtWork ? LoaderCircle : Wrench;
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1.5">
      <Icon
        aria-hidden
        className={cx('size-3 shrink-0', isError && 'text-danger', isAtWork && 'animate-spin')}
      />
      <span className="shrink-0">{isAtWork ? texts.chat.usingTool(tool) : texts.chat.usedTool(tool)}</span>
      {!isAtWork && <span className="truncate text-faint">{output ?? texts.runs.cut}</span>}
    </span>
  );
}
