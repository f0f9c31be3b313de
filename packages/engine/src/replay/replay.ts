// A recorded run, carried out again: on the same engine, from memory, with what came from outside given back. Nobody is
// asked anything, and nothing takes effect.
import {
  CadenceError,
  noUsage,
  type Recording,
  type RunEvent,
  type RunRecord,
} from '@cadence-agents/contracts';
import { type CarryOutSetup, carryOut } from '../conversation/stored-run.ts';
import { silentLog } from '../log.ts';
import type { Divergence } from './divergence.ts';
import type { Live } from './live.ts';
import { RecordedOrder } from './recorded-order.ts';
import { createReplayLog } from './replay-log.ts';
import { ReplayStage } from './replay-stage.ts';
import { createReplayStore, type ReplayedAttempt } from './replay-store.ts';
import { type Drift, type ReplayedCall, ReplayedOutside } from './replayed-outside.ts';
import { workflowOf } from './replayed-workflow.ts';

export interface Replay {
  /** What it told: all that the run told, unless it diverged. */
  events: RunEvent[];
  calls: ReplayedCall[];
  divergence: Divergence | undefined;
  /** With its own requests and events in the place of the former. */
  recording: Recording;
  /** Calls of live tools that came to something else. */
  drifts: Drift[];
  /** How many calls live tools were asked to make again. */
  called: number;
}

export interface ReplayOptions {
  /** Other parts than the recording's own, as a changed definition. */
  changes?: Partial<Pick<Recording, 'workflow' | 'parts'>>;
  /** What the run asked when nothing was changed. */
  expected?: readonly ReplayedCall[];
  /** Takes what is asked and told otherwise for the new truth, as far as the recording has what it takes. */
  accepts?: boolean;
  live?: Live;
}

export async function replay(
  recording: Recording,
  { changes, expected, live, accepts = live?.models !== undefined }: ReplayOptions = {},
): Promise<Replay> {
  const { events: recorded } = recording;
  const attempts = attemptsIn(recording);
  const run = runOf(recording);
  const order = new RecordedOrder(recorded, { accepts });
  const calls: ReplayedCall[] = [];
  const stage = new ReplayStage(order);
  const outside = new ReplayedOutside(
    {
      order,
      expected,
      live,
      stop: stage.stop,
      mayBeCutOff: stage.mayBeCutOff,
      onCall: (call) => calls.push(call),
    },
    recorded,
  );
  const store = createReplayStore(run, recording, order);
  const lived = eventsLived(recorded);
  for (const [index, attempt] of attempts.entries()) {
    const end = attempts[index + 1]?.seq ?? lived;
    order.endAt(end);
    // It did not live to tell anything.
    if (order.isAtEnd) continue;
    store.takeUp(attempt);
    outside.takeUp(attempt);
    // Its process ended before it could.
    const crashes = recorded[end - 1]?.type !== 'on_run_end';
    const control = stage.begin(attempt, crashes && !accepts);
    const setup: CarryOutSetup = {
      ...{ store, onEvent() {}, onText() {}, records: () => false, log: silentLog },
      workflowFor: async () => workflowOf({ ...recording, ...changes }, attempt, live),
      replaying: {
        outside,
        startDeadline: stage.startDeadline,
        openLog: (given) => createReplayLog(given, order, attempt.time),
      },
    };
    const claimed = { run: { ...run, attempt: attempt.attempt }, lease, strikes: 0 };
    await carryOut(setup, claimed, control).catch((error: unknown) => {
      if (!control.abandoned()) throw error;
    });
    if (order.divergence) break;
  }
  // Whoever gives a run up, or cancels one that waits for a person, ends it without taking it up.
  if (!order.divergence) order.endAt(recorded.length);
  const isFromOutside = () => order.due?.type === 'on_run_end' || (order.due && order.seq >= lived);
  while (!order.divergence && isFromOutside()) order.repeat();
  if (!order.divergence && !accepts && order.due) order.diverge(endedEarly(order.due));
  const events = [...order.told];
  const entries = attempts.flatMap(({ entries: own, ...attempt }) => [attempt, ...own]);
  return {
    events,
    calls,
    divergence: order.divergence,
    recording: { ...recording, ...changes, recorded: entries, events },
    drifts: outside.drifts,
    called: outside.called,
  };
}

/**
 * Replays the run with changes, up to where it first does something else; nothing is compared with a run that cannot be
 * replayed here as it was.
 */
export async function replayChanged(
  recording: Recording,
  changes: NonNullable<ReplayOptions['changes']>,
): Promise<Replay> {
  const unchanged = await replay(recording);
  return unchanged.divergence ? unchanged : replay(recording, { changes, expected: unchanged.calls });
}

const lease = { conversationId: '', holder: 'replay', fence: 0 };

/** How many events it told itself: a run that is given up is ended by others, who take back what it had begun to say. */
function eventsLived(events: readonly RunEvent[]): number {
  const error = events.at(-2);
  if (error?.type !== 'on_error' || error.data.code !== 'RUN_TOOK_PROCESS_DOWN') return events.length;
  const last = events.findLastIndex(
    ({ data }, index) =>
      index < events.length - 2 && !('status' in data && data.status === 'answer_restarted'),
  );
  return last + 1;
}

const endedEarly = ({ type, node, data }: RunEvent): Omit<Divergence, 'visit' | 'node' | 'seq'> => ({
  kind: 'event',
  path: '',
  before: { type, node, data },
  after: undefined,
  message: `It ended where the recording goes on with ${type}.`,
});

function attemptsIn({ run, recorded }: Recording): ReplayedAttempt[] {
  const attempts: ReplayedAttempt[] = [];
  for (const entry of recorded) {
    if (entry.type === 'attempt') attempts.push({ ...entry, entries: [] });
    // A copy, since requests may be accepted.
    else attempts.at(-1)?.entries.push({ ...entry });
  }
  if (attempts.length > 0) return attempts;
  throw new CadenceError('RUN_NOT_RECORDED', `What the run "${run.id}" got from outside was not recorded.`, {
    hint: 'Runs from before recording, and those for which it is switched off, cannot be replayed.',
  });
}

/** The run of a recording, as it was taken up first. */
export function runOf({ run }: Recording): RunRecord {
  return {
    ...run,
    tenantId: '',
    position: 1,
    metadata: {},
    status: 'running',
    attempt: 1,
    cancelRequested: false,
    answer: '',
    structured: null,
    degraded: [],
    usage: noUsage,
    error: null,
    handoff: null,
    createdAt: '',
    startedAt: null,
    endedAt: null,
  };
}
