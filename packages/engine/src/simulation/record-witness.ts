// A witness as a recording: played once as a stored run is, with what models, tools and people did kept as of any run.
import {
  CadenceError,
  type LedgerEntry,
  type RecordedEntry,
  type Recording,
  type RunCommit,
  type RunEvent,
  type RunOutcome,
  type RunRecord,
  type StateRecord,
  type StoredAnswer,
  type Tool,
  type Witness,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import type { RunStorage } from '../conversation/run-storage.ts';
import { carryOut } from '../conversation/stored-run.ts';
import { createEventLog, type EventLog, type EventLogSetup } from '../events/event-log.ts';
import { silentLog } from '../log.ts';
import { recordedParts } from '../recording/recorded-parts.ts';
import { replay, runOf } from '../replay/replay.ts';
import { stepAt } from '../replay/replay-store.ts';
import type { Workflow } from '../runtime/runtime.ts';
import { toolFromSpec } from '../tools/tool-spec.ts';
import { compileWorkflow } from '../workflow/compile-workflow.ts';
import type { Surroundings } from '../workflow/compiled-workflows.ts';
import { PlayRecord } from './play-record.ts';
import { SCRIPTED } from './scripted-replies.ts';
import { messageOf, scriptedModel } from './stand-ins.ts';

/** In place of the times at which it was played, so that the same witness makes the same file. */
const TIME = '2000-01-01T00:00:00.000Z';

/** Throws where the engine, with the tools as they are, does not go the way of the witness. */
export async function recordWitness(
  definition: WorkflowDefinition,
  witness: Witness,
  around: Pick<Surroundings, 'agents' | 'tools' | 'brought' | 'limits'>,
): Promise<Recording> {
  const record = new PlayRecord(definition, witness);
  const { brought: kinds, ...known } = around;
  const parts = recordedParts({ ...known, definition, kinds, safety: undefined, plugins: {} });
  const workflow = playedWorkflow(definition, { ...parts, brought: kinds }, record, witness);
  const blank = blankRecording(definition, witness, parts);
  const played = new PlayedRun(runOf(blank));
  await played.carryOut(workflow, record);
  const strayed = witness.visits.findIndex(({ node }, index) => record.visits[index] !== node);
  if (strayed >= 0 && witness.repeats === undefined)
    throw new CadenceError('INPUT_INVALID', `The witness "${witness.id}" cannot be recorded.`, {
      hint: `The run leaves its way at visit ${strayed + 1}.`,
    });
  const { status = '', answer = '' } = played.outcome ?? {};
  const { recorded, events } = played;
  const timed = timeless({ ...blank, run: { ...blank.run, status, answer }, recorded, events });
  // With another time the requests that tell it are others.
  return (await replay(timed, { accepts: true })).recording;
}

/** The workflow with a model that follows the script, and the tools as models see them, with nothing behind them. */
function playedWorkflow(
  definition: WorkflowDefinition,
  { tools, agents, limits, brought }: Recording['parts'] & Pick<Surroundings, 'brought'>,
  record: PlayRecord,
  witness: Witness,
): Workflow {
  const scripted = scriptedModel(record, witness);
  const run: (name: string) => Tool['run'] = (name) => async () => `${name} found something.`;
  return compileWorkflow(definition, {
    model: (name) => ({ ...scripted, name: name?.trim() || SCRIPTED }),
    tools: tools.map((spec) => toolFromSpec(spec, run(spec.name))),
    kinds: brought.map(({ kind }) => ({
      kind,
      behaviour: () => ({ label: record.visit()?.label ?? null }),
    })),
    agents,
    limits,
  });
}

function blankRecording(
  definition: WorkflowDefinition,
  witness: Witness,
  parts: Recording['parts'],
): Recording {
  const id = `${definition.id}-${witness.id}`;
  return {
    format: 'cadence-run/2',
    run: {
      ...{ id, conversationId: id, ownerId: 'simulation', workflowId: definition.id, workflowVersion: null },
      ...{ input: messageOf(definition, witness), inputId: `${id}:input`, inputParts: null },
      ...{ tone: 'natural', model: null, status: '', answer: '', createdAt: TIME },
    },
    workflow: definition,
    parts,
    before: null,
    recorded: [],
    events: [],
  };
}

const timeless = (recording: Recording): Recording => ({
  ...recording,
  recorded: recording.recorded.map((entry): RecordedEntry => {
    if (entry.type === 'attempt') return { ...entry, time: TIME };
    if (entry.type !== 'model') return entry;
    const pieces = entry.pieces && { ...entry.pieces, waits: entry.pieces.waits.map(() => 0) };
    return { ...entry, ms: 0, ...(pieces && { pieces }) };
  }),
  events: recording.events.map((event): RunEvent => ({ ...event, time: TIME })),
});

/** A run that is stored in memory and nowhere else. */
class PlayedRun {
  readonly events: RunEvent[] = [];
  readonly recorded: RecordedEntry[] = [];
  outcome: RunOutcome | undefined;
  readonly #run: RunRecord;
  readonly #states: StateRecord[] = [];
  readonly #calls = new Map<string, LedgerEntry>();
  #answer: StoredAnswer | null = null;

  constructor(run: RunRecord) {
    this.#run = run;
  }

  /** Until it has ended, or waits for an answer that the script does not have. */
  async carryOut(workflow: Workflow, record: PlayRecord): Promise<void> {
    const setup = {
      ...{ store: this.#store(), onEvent() {}, onText() {}, log: silentLog },
      workflowFor: async () => workflow,
      replaying: { openLog: (given: EventLogSetup) => notedLog(given, record) },
    };
    for (let attempt = 1; ; attempt++) {
      const claimed = { run: { ...this.#run, attempt }, lease, strikes: 0 };
      await carryOut(setup, claimed, control());
      const handoff = this.outcome?.handoff;
      const answer = handoff && record.answer({ handoff: { ...handoff, nodeId: handoff.node } });
      if (!answer) return;
      this.#answer = { text: answer.text };
    }
  }

  #keep({ events = [], steps = [], calls = [], recorded = [] }: RunCommit): void {
    this.events.push(...events);
    this.recorded.push(...recorded);
    for (const { state } of steps)
      this.#states.push({ ...stepAt(this.#run, this.#states.length + 1), ...state });
    for (const { call, result } of calls)
      this.#calls.set(call.callId, result ? { state: 'finished', ...result } : { state: 'unknown' });
  }

  #store(): RunStorage {
    return {
      profiles: { get: async () => undefined },
      states: { latest: async () => this.#states.at(-1) },
      events: { read: async () => [...this.events] },
      ledger: { entries: async () => this.#calls },
      handoffs: { get: async () => ({ answer: this.#answer }) },
      runs: {
        commit: async (_lease, _runId, commit) => this.#keep(commit),
        finish: async (_lease, _runId, outcome, commit = {}) => {
          this.#keep(commit);
          this.outcome = outcome;
          const { structured, degraded = [] } = outcome;
          return { ...this.#run, ...outcome, structured, degraded, hasNext: false };
        },
        rollBack: async () => {},
      },
    };
  }
}

/** The script goes by what was told, as soon as it is. */
function notedLog(given: EventLogSetup, record: PlayRecord): EventLog {
  const log = createEventLog(given);
  const { runId } = given;
  return {
    ...log,
    for: (node) => {
      const emit = log.for(node);
      return (type, data) => {
        emit(type, data);
        record.note({ seq: log.lastSeq(), runId, time: TIME, node, type, data } as RunEvent);
      };
    },
  };
}

const lease = { conversationId: '', holder: 'simulation', fence: 0 };

const control = () => ({
  signal: new AbortController().signal,
  rollback: () => false,
  abandon: (error: unknown) => {
    throw error;
  },
  abandoned: () => false,
  park: async () => {},
});
