import { CircleAlert, LoaderCircle, Wrench } from 'lucide-react';
import { useMemo } from 'react';
import { Disclosure } from '../../components/disclosure.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { texts } from '../../texts.ts';
import { runActivity } from '../runs/run-activity.ts';
import { type FedRun, useRunView } from '../runs/use-run-view.ts';
import type { MadeCall } from './sort-messages.ts';

const eventsOf = ({ view }: FedRun) => view.events;

/** The calls of a run that is under way. */
export function LiveToolRows({ runId }: { runId: string | undefined }) {
  const events = useRunView(runId, eventsOf);
  const calls = useMemo(
    () => runActivity(events).flatMap(({ tools }) => tools.map(({ callId: id, ...use }) => ({ id, ...use }))),
    [events],
  );
  return <ToolRows calls={calls} />;
}

/** What was looked up or done for an answer, a quiet line each. */
export function ToolRows({ calls }: { calls: readonly MadeCall[] }) {
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

function Summary({ call: { tool, output, isError } }: { call: MadeCall }) {
  const Icon = isError ? CircleAlert : output === null ? LoaderCircle : Wrench;
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1.5">
      <Icon aria-hidden className={`size-3 shrink-0 ${isError ? 'text-danger' : ''}`} />
      <span className="shrink-0">{texts.chat.usedTool(tool)}</span>
      {output !== null && <span className="truncate text-faint">{output}</span>}
    </span>
  );
}
