import type { ApiStepState, Message, TurnChange } from '@cadence-agents/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CirclePause, Play, StepForward } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Disclosure } from '../../../components/disclosure.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { JsonView } from '../../../components/json-view.tsx';
import { MessageForm } from '../../runs/message-form.tsx';
import { tryTexts as words } from './try-texts.ts';
import { TurnForm } from './turn-form.tsx';
import type { MessageChange, Trial } from './use-trial.ts';

export interface PausedRunProps {
  runId: string;
  /** The one that comes next. */
  node: string;
  trial: Trial;
}

/** A run that waits before a node: what it knows by now, to be looked at and changed before it goes on. */
export function PausedRun({ runId, node, trial }: PausedRunProps) {
  const { data: state, error } = useQuery(latestState(runId));
  const [edited, setEdited] = useState<Message[]>();
  const [turn, setTurn] = useState<TurnChange>({});
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    // Some browsers return a promise, which is no way to end an effect.
    void frame.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const before = state?.messages ?? [];
  const messages = edited ? changesBetween(before, edited) : [];
  const isTurnChanged = Object.keys(turn).length > 0;
  const goOn = (stepwise: boolean) =>
    trial.goOn.mutate({
      ...{ runId, stepwise },
      ...(messages.length > 0 && { messages }),
      ...(isTurnChanged && { turn }),
    });
  return (
    <section
      ref={frame}
      aria-label={words.pausedBefore(node)}
      className="scroll-mb-56 flex flex-col gap-3 rounded-xl border border-accent/40 bg-accent-soft/40 p-3"
    >
      <p role="status" className="flex items-center gap-2 text-sm font-medium">
        <CirclePause aria-hidden className="size-4 shrink-0 text-accent" />
        {words.pausedBefore(node)}
      </p>
      {error && <ErrorState error={error} />}
      {state && (
        <>
          <Disclosure summary={words.state}>
            <MessageForm messages={edited ?? before} onChange={setEdited} />
          </Disclosure>
          <Disclosure summary={words.turn}>
            <TurnForm turn={state.turn} change={turn} nodes={trial.nodes} onChange={setTurn} />
            <Disclosure summary={words.turnAsJson}>
              <JsonView label={words.turnAsJson} value={state.turn} />
            </Disclosure>
          </Disclosure>
        </>
      )}
      {(messages.length > 0 || isTurnChanged) && (
        <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
          {messages.length > 0 && <span>{words.changed(messages.length)}</span>}
          {isTurnChanged && <span>{words.turnChanged}</span>}
          <Button
            size="sm"
            look="quiet"
            onClick={() => {
              setEdited(undefined);
              setTurn({});
            }}
          >
            {words.takeBack}
          </Button>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          size="sm"
          icon={<Play aria-hidden />}
          busy={trial.goOn.isPending}
          onClick={() => goOn(false)}
        >
          {words.goOn}
        </Button>
        <Button
          size="sm"
          icon={<StepForward aria-hidden />}
          disabled={trial.goOn.isPending}
          onClick={() => goOn(true)}
        >
          {words.step}
        </Button>
      </div>
    </section>
  );
}

/** What the run knows while it waits: another one after each answer. */
const latestState = (runId: string) =>
  queryOptions({
    queryKey: ['runs', 'one', runId, 'steps', 'latest'],
    queryFn: async ({ signal }): Promise<ApiStepState> => {
      const params = { id: runId };
      const { items } = await client.runSteps({ params }, { signal });
      const step = items.at(-1)?.checkpointId ?? '';
      return await client.runStep({ params: { ...params, step } }, { signal });
    },
    staleTime: 0,
    gcTime: 0,
  });

function changesBetween(before: readonly Message[], after: readonly Message[]): MessageChange[] {
  const kept = new Map(after.map((message) => [message.id, message]));
  return before.flatMap((message): MessageChange[] => {
    const now = kept.get(message.id);
    if (!now) return [{ id: message.id, role: 'remove' }];
    return JSON.stringify(now) === JSON.stringify(message) ? [] : [now];
  });
}
