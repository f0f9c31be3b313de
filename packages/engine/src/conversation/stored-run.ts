// One stored run, carried out: begun, or taken up where a crash or a person's answer left it.
import { randomUUID } from 'node:crypto';
import {
  CadenceError,
  type ClaimedRun,
  endedAs,
  type LedgerEntry,
  type RunEvent,
  type RunOutcome,
  type RunRecord,
  type StagedWrite,
  type Store,
} from '@cadence/contracts';
import { createEventLog, type EventLog } from '../events/event-log.ts';
import type { EventSink } from '../events/event-stream.ts';
import type { Log } from '../log.ts';
import type { RunContext } from '../runtime/run-context.ts';
import type { RunInput, RunState, TurnState } from '../state.ts';
import type { CallLedger } from '../tools/tool-runner.ts';
import type { Workflow } from '../workflow/compile-workflow.ts';
import { startDeadline } from './deadline.ts';
import { endOf, turnOutcome } from './turn-outcome.ts';
import { answeredTurn, newTurn } from './turn-state.ts';
import { UsageTally } from './usage-tally.ts';

export interface StoredRunSetup {
  store: Store;
  /** The state of a conversation as the checkpointer has it. */
  readState: (conversationId: string) => Promise<RunState | undefined>;
  workflowFor: (run: RunRecord) => Promise<Workflow>;
  /** Events of all runs, once they are committed. */
  onEvent: EventSink;
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
}

/** What the store has of a run that was taken up before. */
interface Past {
  state: RunState | undefined;
  events: RunEvent[];
  calls: Map<string, LedgerEntry>;
}

const nothing: Past = { state: undefined, events: [], calls: new Map() };

/** Carries the run out and stores how it ended. Throws when the store fails: the run is then left to be taken up again. */
export async function carryOut(
  setup: StoredRunSetup,
  { run, lease }: ClaimedRun,
  control: RunControl,
): Promise<RunRecord> {
  const { store } = setup;
  const past = run.attempt > 1 ? await readPast(setup, run) : nothing;
  const tally = new UsageTally();
  for (const event of past.events) tally.add(event);
  let agents: ReadonlyMap<string, string | null> = new Map();
  const events = createEventLog({
    runId: run.id,
    lastSeq: past.events.at(-1)?.seq ?? 0,
    uncommitted: uncommitted(past),
    append: (batch, staged) => store.events.append(lease, run.id, batch, staged),
    onCommitted: (event) => {
      tally.add(event);
      setup.onEvent(event);
    },
    onFailure: control.abandon,
  });
  const tell = events.for(null);
  if (past.events.length === 0)
    tell('on_run_start', { workflowId: run.workflowId, input: run.input, tone: run.tone });
  const outcome = await outcomeOf(setup, run, past, async (workflow, input) => {
    agents = new Map(workflow.definition.nodes.map(({ nodeName, agentId }) => [nodeName, agentId ?? null]));
    const deadline = startDeadline(workflow.limits.timeoutMs, control.signal);
    const ledger = callLedger(setup.store, { run, lease }, events, past.calls);
    const context: RunContext = {
      runId: run.id,
      userId: run.ownerId,
      conversationId: run.conversationId,
      profileOf: (userId) => setup.store.profiles.get(run.tenantId, userId),
      events,
      signal: deadline.signal,
      deadline: deadline.at,
      timedOut: deadline.timedOut,
      abandoned: control.abandoned,
      newId: randomUUID,
      ledger,
      log: setup.log,
    };
    try {
      const thread = { id: run.conversationId, commit: { stage: events.stageStep } };
      return await workflow.graph.runStored(input, context, thread);
    } finally {
      deadline.clear();
    }
  });
  if (control.rollback()) {
    await events.flush();
    await store.runs.rollBack(lease, run.id);
  }
  const finish = async (batch: RunEvent[], staged: StagedWrite[]) => {
    for (const event of batch) tally.add(event);
    const spent = tally.total((node) => agents.get(node) ?? null);
    const ended = await store.runs.finish(lease, run.id, { ...outcome, spent }, batch, staged);
    batch.splice(0, batch.length, ...endedAs(batch, ended.status));
    return ended;
  };
  return events.commitWith(finish, () => tell('on_run_end', endOf(outcome)));
}

/** Runs what is left of the turn. A fault of the definition or of a value is the run's outcome, not the worker's. */
async function outcomeOf(
  setup: StoredRunSetup,
  run: RunRecord,
  past: Past,
  runGraph: (workflow: Workflow, input: RunInput | null) => Promise<RunState>,
): Promise<RunOutcome> {
  try {
    const turn = past.state?.turn.runId === run.id ? past.state.turn : undefined;
    const input = turn ? await goOn(setup, run, turn) : begin(run, await setup.workflowFor(run));
    if (input === 'ended' && turn) return storable(turn);
    const { turn: ended } = await runGraph(await setup.workflowFor(run), input === 'ended' ? null : input);
    return storable(ended);
  } catch (error) {
    if (!CadenceError.is(error) || isStoreFault(error)) throw error;
    setup.log.error('run failed', { runId: run.id, code: error.code, error });
    return {
      status: 'failed',
      answer: ['I could not answer this.', error.message, error.hint].filter(Boolean).join(' '),
      usage: run.usage,
      error: { code: error.code, message: error.message, ...(error.hint && { hint: error.hint }) },
      handoff: null,
    };
  }
}

const isStoreFault = ({ code }: CadenceError) => code.startsWith('STORE_') || code === 'LEASE_LOST';

const begin = (run: RunRecord, { definition }: Workflow): RunInput =>
  newTurn(definition, { runId: run.id, message: run.input, messageId: `${run.id}:input`, tone: run.tone });

/** What to hand to the graph to go on: nothing when it stopped between steps, or a person's answer. */
async function goOn(
  { store }: StoredRunSetup,
  run: RunRecord,
  turn: TurnState,
): Promise<RunInput | null | 'ended'> {
  if (turn.status === 'running') return null;
  const waiting = turn.status === 'awaiting_human' ? turn.handoff : null;
  const answer = waiting ? (await store.handoffs.get(run.tenantId, waiting.id))?.answer : undefined;
  return waiting && answer ? answeredTurn(turn, waiting.id, answer) : 'ended';
}

async function readPast({ store, readState }: StoredRunSetup, run: RunRecord): Promise<Past> {
  const [state, events, calls] = await Promise.all([
    readState(run.conversationId),
    store.events.read(run.id, 0),
    store.ledger.entries(run.id),
  ]);
  return { state, events, calls };
}

/** The events of the step that was under way: those since its node was entered. */
function uncommitted({ state, events }: Past): RunEvent[] {
  const step = (state?.turn.status === 'running' ? state.turn.counters.steps : 0) + 1;
  const start = events.findLastIndex((event) => event.type === 'on_node_start' && event.data.step === step);
  // A step after a person's answer is another visit, also of the node that asked.
  const answered = events.findLastIndex(({ type }) => type === 'on_run_end');
  return start <= answered ? [] : events.slice(start);
}

function storable(turn: TurnState): RunOutcome {
  const { handoff, ...outcome } = turnOutcome(turn);
  if (!handoff) return { ...outcome, handoff };
  const { nodeId: node, ...asked } = handoff;
  return { ...outcome, handoff: { ...asked, node } };
}

function callLedger(
  store: Store,
  { run, lease }: ClaimedRun,
  events: EventLog,
  known: Past['calls'],
): CallLedger {
  return {
    known: (callKey) => known.get(callKey),
    async started(call, tell) {
      const start = (batch: RunEvent[], staged: StagedWrite[]) =>
        store.ledger.start(lease, run.id, [call], batch, staged);
      await events.commitWith(start, tell);
    },
    finished: (call, outcome, tell) => events.stageResult(store.ledger.finished(call, outcome), tell),
    mayRepeat: events.stepsStored,
  };
}
