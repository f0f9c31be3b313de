// One stored run, carried out: begun, or taken up where a crash or a person's answer left it.
import {
  CadenceError,
  type ClaimedRun,
  type EndedRun,
  endedAs,
  type FileText,
  type LiveText,
  type RunOutcome,
  type RunRecord,
  type RunState,
  type RunUsage,
  runTopic,
  type Store,
  type TurnState,
  toneOrDefault,
  type Usage,
} from '@cadence-agents/contracts';
import { failureAnswer } from '../answers/failure-answer.ts';
import type { Pending } from '../events/commit-queue.ts';
import type { EventSink } from '../events/emitter.ts';
import { createEventLog, type EventLog, type EventLogSetup } from '../events/event-log.ts';
import type { Log } from '../log.ts';
import { directly, type Outside } from '../outside.ts';
import { pinnedOutside } from '../pinned-outside.ts';
import { recordFrom } from '../recording/record-from.ts';
import { runIds } from '../recording/run-ids.ts';
import type { RunContext, Workflow } from '../runtime/runtime.ts';
import { trialSlot } from '../trial.ts';
import { learntOf } from '../window/call-limits.ts';
import { startDeadline } from './deadline.ts';
import { tookProcessDown } from './given-up.ts';
import { isPluginAway, lasting, waitForPlugin } from './plugin-away.ts';
import { attemptOf, type Past, readPast, uncommitted } from './run-past.ts';
import {
  callLedger,
  fileKeeper,
  type RunStorage,
  type RunWrites,
  runWrites,
  stepCommitter,
} from './run-storage.ts';
import { endOf, turnOutcome } from './turn-outcome.ts';
import { answeredTurn, beginTurn } from './turn-state.ts';
import { UsageTally } from './usage-tally.ts';

export interface StoredRunSetup {
  store: Store;
  workflowFor: (run: RunRecord) => Promise<Workflow>;
  /** Events of all runs, once they are committed. */
  onEvent: EventSink;
  /** Text of all runs as it comes. */
  onText: (text: LiveText, topic: string) => void;
  /** The longest that text of a run waits to be stored which comes now. */
  textBlockMs?: ((runId: string) => number) | undefined;
  /** Whether what a run gets from outside is kept, so that it can be replayed; it is, when absent. */
  records?: ((run: RunRecord) => boolean) | undefined;
  /** What a run cost; `null` when that is not known. */
  costOf?: ((spent: RunUsage) => number | null) | undefined;
  /** What a stored document says. */
  fileText?: ((tenantId: string, fileId: string) => Promise<FileText | undefined>) | undefined;
  log: Log;
}

/** How the worker reaches into a run under way. */
export interface RunControl {
  signal: AbortSignal;
  /** Whether what the run did is to be undone. */
  rollback: () => boolean;
  /** Called when the store does not take the run's events. */
  abandon: (error: unknown) => void;
  abandoned: () => boolean;
  /** Takes how to store at once what the run has told. */
  onOpened?: (storeTold: () => Promise<void>) => void;
  /** Leaves the run to a process that has its tools. */
  park: () => Promise<void>;
}

/** What a replay puts in the place of the log, the clock and all that comes from outside. */
export interface Replaying {
  openLog: (setup: EventLogSetup) => EventLog;
  startDeadline: typeof startDeadline;
  outside: Outside;
}

export interface CarryOutSetup extends Omit<StoredRunSetup, 'store'> {
  store: RunStorage;
  replaying?: Partial<Replaying>;
}

/**
 * Carries the run out and stores how it ended, or sets it aside, for which there is no end. Throws when the store fails: the run is then left to be
 * taken up again.
 */
export async function carryOut(
  setup: CarryOutSetup,
  claimed: ClaimedRun,
  control: RunControl,
): Promise<EndedRun | undefined> {
  const { store, replaying } = setup;
  const { run } = claimed;
  const past = await readPast(store, claimed);
  const writes = runWrites(store, claimed, control.abandoned);
  const { events, end } = openRecord(setup, claimed, past, control, writes);
  let agents: Agents = new Map();
  const record = setup.records?.(run) === false ? undefined : events.record;
  record?.(attemptOf(run, past, events.now()));
  if (past.events.length === 0)
    events.for(null)('on_run_start', { workflowId: run.workflowId, input: run.input, tone: run.tone });
  const outcome = await outcomeOf(setup, claimed, { past, events, control }, (workflow, start) => {
    agents = new Map(workflow.definition.nodes.map(({ nodeName, agentId }) => [nodeName, agentId ?? null]));
    const begin = replaying?.startDeadline ?? startDeadline;
    const deadline = begin(workflow.limits.timeoutMs, control.signal);
    const learnt = learntOf(workflow.models);
    const recorder = record && recordFrom(record, workflow, start, { events, deadline, learnt });
    const recorded = recorder?.outside ?? directly;
    const { pins = run.pins } = trialSlot.get(start.turn);
    const profileOf = async (userId: string) =>
      claimed.profile === undefined || userId !== run.ownerId
        ? store.profiles.get(run.tenantId, userId)
        : (claimed.profile ?? undefined);
    const context: RunContext = {
      runId: run.id,
      userId: run.ownerId,
      conversationId: run.conversationId,
      profileOf: recorder ? (userId) => recorder.profile(profileOf(userId)) : profileOf,
      outside: replaying?.outside ?? (pins ? pinnedOutside(recorded, pins) : recorded),
      fileOf: async (fileId) => store.files?.read(run.tenantId, fileId),
      fileTextOf: async (fileId) => setup.fileText?.(run.tenantId, fileId),
      ...(store.files && { keepFile: fileKeeper(store.files, run) }),
      events,
      signal: deadline.signal,
      deadline: deadline.at,
      timedOut: deadline.timedOut,
      abandoned: control.abandoned,
      newId: runIds(run.id, run.attempt),
      learnt,
      ...(run.pauses && { pauses: run.pauses }),
      ledger: callLedger(writes, events, past.calls),
      commitStep: stepCommitter(past.state, start, events),
      log: setup.log,
    };
    return workflow.runtime.run(workflow, start, context).finally(deadline.clear);
  }).catch((error: unknown) => waitForPlugin(error, claimed, { told: past.events, events, log: setup.log }));
  if (!outcome) {
    await control.park();
    return undefined;
  }
  if (control.rollback()) {
    await events.flush();
    await writes.rollBack();
  }
  return end(outcome, agents);
}

/** Ends a run that is not to be tried again like any other: with its last event, and with what it has spent. */
export async function giveUp(
  setup: StoredRunSetup,
  claimed: ClaimedRun,
  control: RunControl,
): Promise<EndedRun> {
  const { run } = claimed;
  const past = await readPast(setup.store, claimed);
  const writes = runWrites(setup.store, claimed, control.abandoned);
  const { events, usage, end } = openRecord(setup, claimed, past, control, writes);
  const error = tookProcessDown(claimed);
  setup.log.error('run given up', { runId: run.id, attempts: run.attempt - 1, strikes: claimed.strikes });
  events.for(null)('on_error', error);
  // Compiling the workflow may be what ends the process each time, so what was spent is not told by agent.
  return end(failedWith(error, run, usage()), new Map());
}

/** The agent of each node, by the node's name. */
type Agents = ReadonlyMap<string, string | null>;

interface RunRecording {
  events: EventLog;
  /** What the events so far tell of it. */
  usage: () => Usage;
  /** Stores how the run ended, and tells it as the last event. */
  end: (outcome: RunOutcome, agents: Agents) => Promise<EndedRun>;
}

/** The run's events and usage, going on from what the store has. */
function openRecord(
  setup: CarryOutSetup,
  { run }: ClaimedRun,
  past: Past,
  control: RunControl,
  writes: RunWrites,
): RunRecording {
  const tally = new UsageTally();
  for (const event of past.events) tally.add(event);
  // Made once: a topic that is made anew for each token has to be looked up letter by letter.
  const topic = runTopic(run.id);
  const { textBlockMs } = setup;
  const events = (setup.replaying?.openLog ?? createEventLog)({
    runId: run.id,
    lastSeq: past.events.at(-1)?.seq ?? 0,
    uncommitted: uncommitted(past),
    commit: writes.commit,
    onCommitted: (event) => {
      tally.add(event);
      setup.onEvent(event);
    },
    onFailure: control.abandon,
    onText: (text) => control.abandoned() || setup.onText(text, topic),
    blockMs: textBlockMs && (() => textBlockMs(run.id)),
  });
  control.onOpened?.(events.flush);
  const tell = events.for(null);
  const end = (outcome: RunOutcome, agents: Agents) => {
    const finish = async (pending: Pending) => {
      for (const event of pending.events) tally.add(event);
      const spent = tally.total((node) => agents.get(node) ?? null);
      const cost = setup.costOf?.(spent) ?? null;
      const ended = await writes.finish({ ...outcome, spent, ...(cost !== null && { cost }) }, pending);
      pending.events.splice(0, pending.events.length, ...endedAs(pending.events, ended.status));
      return ended;
    };
    return events.commitWith(finish, () => tell('on_run_end', endOf(outcome)));
  };
  return { events, usage: () => tally.usage(), end };
}

/** Runs what is left of the turn. A fault of the definition or of a value is the run's outcome, not the worker's. */
async function outcomeOf(
  setup: CarryOutSetup,
  { run, overdue }: ClaimedRun,
  { past, events, control }: { past: Past; events: EventLog; control: RunControl },
  runFrom: (workflow: Workflow, start: RunState) => Promise<RunState>,
): Promise<RunOutcome> {
  try {
    const { messages = [], turn = null } = past.state ?? {};
    const begun = turn?.runId === run.id ? turn : undefined;
    const next = begun && (await turnToGoOn(setup.store, run, begun));
    if (begun && !next) return storable(begun);
    const workflow = await setup.workflowFor(run);
    const start = next ? { messages, turn: next } : beginTurn(run, workflow.definition, { messages, turn });
    return storable((await runFrom(workflow, start)).turn);
  } catch (thrown) {
    const error = overdue ? lasting(thrown) : thrown;
    if (control.abandoned() || !CadenceError.is(error) || isStoreFault(error) || isPluginAway(error))
      throw error;
    setup.log.error('run failed', { runId: run.id, code: error.code, error });
    const { code, message, hint } = error;
    const told = { code, message, ...(hint && { hint }) };
    events.for(null)('on_error', told);
    return failedWith(told, run, run.usage);
  }
}

const failedWith = (error: NonNullable<RunOutcome['error']>, run: RunRecord, usage: Usage): RunOutcome => ({
  status: 'failed',
  answer: failureAnswer(error.code, toneOrDefault(run.tone)),
  usage,
  error,
  handoff: null,
});

const isStoreFault = ({ code }: CadenceError) => code.startsWith('STORE_') || code === 'LEASE_LOST';

/** As it was when it stopped between two steps, or with a person's answer; `undefined` when it has ended. */
async function turnToGoOn(
  store: RunStorage,
  run: RunRecord,
  turn: TurnState,
): Promise<TurnState | undefined> {
  if (turn.status === 'running') return turn;
  const waiting = turn.status === 'awaiting_human' ? turn.handoff : null;
  const answer = waiting ? (await store.handoffs.get(run.tenantId, waiting.id))?.answer : undefined;
  return waiting && answer ? answeredTurn(turn, waiting.id, answer) : undefined;
}

function storable(turn: TurnState): RunOutcome {
  const { handoff, ...outcome } = turnOutcome(turn);
  if (!handoff) return { ...outcome, handoff };
  const { nodeId: node, ...asked } = handoff;
  return { ...outcome, handoff: { ...asked, node } };
}
