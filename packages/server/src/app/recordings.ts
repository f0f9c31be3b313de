// Recordings of runs: exported, replayed, and looked into call by call.
import type { Recording, RunRecord, StateRecord } from '@cadence/contracts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { findRun, type RunPlace, readEvents } from './runs.ts';

type Reading = Pick<AppContext, 'store'>;

/** A run with all that it takes to carry it out again elsewhere. */
export async function readRecording(
  context: Reading & Pick<AppContext, 'recordedParts'>,
  principal: Principal,
  place: RunPlace,
): Promise<Recording> {
  const run = await findRun(context, principal, place);
  const { id, conversationId, ownerId, workflowId, workflowVersion, input, tone, model } = run;
  const recorded = await context.store.events.recorded(id);
  const before = await stateBefore(context, run);
  return {
    format: 'cadence-run/2',
    run: {
      ...{ id, conversationId, ownerId, workflowId, workflowVersion, input, tone, model },
      ...{ status: run.status, answer: run.answer, createdAt: run.createdAt },
    },
    ...(await context.recordedParts(run)),
    before: before ? { step: before.step, messages: before.messages, turn: before.turn } : null,
    recorded,
    events: await Array.fromAsync(readEvents(context, run)),
  };
}

/** The conversation as it was when the run began. */
async function stateBefore({ store }: Reading, run: RunRecord): Promise<StateRecord | undefined> {
  const { conversationId, id: runId } = run;
  const [first] = await store.states.list(conversationId, { runId });
  if (!first || first.parentId === null) return undefined;
  return store.states.at(conversationId, first.parentId);
}
