import {
  type ApiRun,
  type ApiStep,
  type ApiStepState,
  isInputOf,
  type Message,
} from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../components/card.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { texts } from '../../texts.ts';
import { MessageEntry } from './message-entry.tsx';
import { stepState } from './run-queries.ts';
import { fieldChanges, type MessageChange, messageChanges, removedMessages } from './state-difference.ts';
import { StepRequest } from './step-request.tsx';

const words = texts.runs;

export interface StepStateProps {
  run: ApiRun;
  steps: readonly ApiStep[];
  at: number;
  state: ApiStepState | undefined;
}

/** Messages and turn as they were after a step, and what the step changed. */
export function StepState({ run, steps, at, state }: StepStateProps) {
  const previous = steps[at - 1];
  const { data: before } = useQuery({
    ...stepState(run.id, previous?.checkpointId ?? ''),
    enabled: previous !== undefined,
  });
  return (
    <Card flush title={words.state} className="flex min-w-0 flex-col">
      {steps.length === 0 && <p className="p-4 text-sm text-faint">{words.noSteps}</p>}
      {steps.length > 0 && state === undefined && <Skeleton className="m-4 h-40" />}
      {state && (
        <Tabs
          label={words.state}
          tabs={[
            {
              id: 'messages',
              label: words.messages,
              content: (
                <Messages
                  before={previous ? (before?.messages ?? state.messages) : beforeRun(run, state.messages)}
                  after={state.messages}
                />
              ),
            },
            {
              id: 'turn',
              label: words.turn,
              content: <Turn before={previous ? before?.turn : undefined} after={state.turn} />,
            },
            {
              id: 'sent',
              label: words.sent,
              content: <StepRequest runId={run.id} checkpointId={state.checkpointId} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

/** Of a run's first step: what the conversation had when the question came. */
function beforeRun(run: ApiRun, messages: readonly Message[]): readonly Message[] {
  const asked = messages.findIndex(({ id }) => isInputOf(run, id));
  return messages.slice(0, Math.max(0, asked));
}

function Messages({ before, after }: { before: readonly Message[]; after: readonly Message[] }) {
  const removed = removedMessages(before, after);
  const changes = messageChanges(before, after);
  const firstNew = changes.findIndex(({ kind }) => kind !== 'same');
  const unchanged = changes.slice(0, firstNew === -1 ? changes.length : firstNew);
  return (
    <div className="max-h-96 overflow-y-auto p-3">
      {removed > 0 && <p className="mb-2 text-xs text-danger">− {words.removed(removed)}</p>}
      {unchanged.length > 0 && (
        <Disclosure summary={words.unchanged(unchanged.length)}>
          <MessageEntries changes={unchanged} />
        </Disclosure>
      )}
      <MessageEntries changes={changes.slice(unchanged.length)} />
    </div>
  );
}

function MessageEntries({ changes }: { changes: readonly MessageChange[] }) {
  return (
    <ol className="mt-1 flex flex-col gap-2">
      {changes.map(({ message, kind }) => (
        <MessageEntry key={message.id} message={message} kind={kind} />
      ))}
    </ol>
  );
}

function Turn({ before, after }: { before: unknown; after: unknown }) {
  const changes = before === undefined ? [] : fieldChanges(before, after);
  return (
    <div className="flex max-h-96 flex-col gap-3 overflow-y-auto p-4">
      {before !== undefined && (
        <section>
          <h3 className="mb-1 text-xs font-medium text-muted">{words.diff}</h3>
          {changes.length === 0 && <p className="text-xs text-faint">{words.turnSame}</p>}
          <dl className="flex flex-col gap-1.5 font-mono text-2xs">
            {changes.map(({ field, before: was, after: is }) => (
              <div key={field} className="rounded-md border bg-sunken px-2 py-1">
                <dt className="font-semibold">{field}</dt>
                <dd className="break-words text-danger">− {textOf(was)}</dd>
                <dd className="break-words text-success">+ {textOf(is)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Disclosure summary={words.turn}>
        <JsonView label={words.turn} value={after} />
      </Disclosure>
    </div>
  );
}

const textOf = (value: unknown) => (value === undefined ? words.unknownChange : JSON.stringify(value));
