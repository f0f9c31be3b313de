// One way through a workflow with one fault at its last visit, on the real engine. Steps are committed to memory, so
// that a run whose process is killed is taken up by another where it was.
import type {
  ChatModel,
  LedgerEntry,
  RoutingReceipt,
  RunEvent,
  RunState,
  Witness,
  WorkflowDefinition,
} from '@cadence-agents/contracts';
import type { RunAct } from '@cadence-agents/workflow';
import { startDeadline } from '../conversation/deadline.ts';
import { answeredTurn, newTurn } from '../conversation/turn-state.ts';
import { createEmitter } from '../events/emitter.ts';
import { silentLog } from '../log.ts';
import { withRetries } from '../models/resilience/retry.ts';
import type { Workflow } from '../runtime/runtime.ts';
import type { CallLedger } from '../tools/tool-runner.ts';
import { compileWorkflow } from '../workflow/compile-workflow.ts';
import { type FaultClass, type ModelFault, modelFaults, unasked } from './fault.ts';
import { PlayRecord } from './play-record.ts';
import { messageOf, type PlayParts, scriptedModel, standIns } from './stand-ins.ts';

export interface PlayedFault {
  state: RunState;
  workflow: Workflow;
  acts: readonly RunAct[];
  receipts: readonly RoutingReceipt[];
  /** Names of the nodes visited, in order. */
  visits: readonly string[];
  /** How often the fault struck. */
  struck: number;
  /** Most attempts at one request. */
  mostAttempts: number;
  /** How often each call of a tool that may change something was carried out, by its key. */
  effects: ReadonlyMap<string, number>;
}

const TIMEOUT_MS = 20_000;
const TOOL_TIMEOUT_MS = 20;
const MOST_RESTARTS = 3;
const HUGE = 3_000_000;

export async function playFault(
  definition: WorkflowDefinition,
  witness: Witness,
  fault: FaultClass,
  parts: PlayParts,
): Promise<PlayedFault> {
  const play = new FaultPlay(definition, witness, fault, parts);
  return play.run();
}

class FaultPlay {
  readonly #witness: Witness;
  readonly #fault: FaultClass;
  readonly #record: PlayRecord;
  readonly #workflow: Workflow;
  readonly #message: string;
  readonly #readOnly: ReadonlySet<string>;
  readonly #effects = new Map<string, number>();
  readonly #started = new Map<string, LedgerEntry>();
  #process = new AbortController();
  #struck = 0;
  #attempts = 0;
  #ids = 0;
  #mostAttempts = 0;

  constructor(definition: WorkflowDefinition, witness: Witness, fault: FaultClass, parts: PlayParts) {
    this.#witness = witness;
    this.#fault = fault;
    this.#record = new PlayRecord(definition, witness);
    this.#readOnly = new Set((parts.tools ?? []).filter((tool) => tool.readOnly).map(({ name }) => name));
    this.#message = messageOf(definition, witness);
    const model = withRetries(this.#disturbed(scriptedModel(this.#record, witness)), {
      maxRetries: 0,
      sleep: async () => {},
    });
    const tools = standIns(definition, parts, (name, key) => this.#runTool(name, key));
    this.#workflow = compileWorkflow(definition, {
      model: () => this.#counted(model),
      tools: tools.map((tool) => ({ ...tool, timeoutMs: TOOL_TIMEOUT_MS })),
      kinds: (parts.kinds ?? []).map(({ kind }) => ({
        kind,
        behaviour: () => ({ label: this.#record.visit()?.label ?? null }),
      })),
      ...(parts.agents && { agents: parts.agents }),
      ...(parts.limits && { limits: parts.limits }),
    });
  }

  async run(): Promise<PlayedFault> {
    const { definition } = this.#workflow;
    let state = newTurn(definition, { runId: 'run', message: this.#message, messageId: 'input', tone: null });
    for (;;) {
      state = await this.#untilItStops(state);
      const { handoff } = state.turn;
      const answer = handoff ? this.#record.answer({ handoff }) : undefined;
      if (!answer) break;
      state = { messages: state.messages, turn: answeredTurn(state.turn, answer.handoffId, answer) };
    }
    const { acts, receipts, visits } = this.#record;
    return {
      state,
      workflow: this.#workflow,
      acts,
      receipts,
      visits,
      struck: this.#struck,
      mostAttempts: this.#mostAttempts,
      effects: this.#effects,
    };
  }

  /** Takes the run up again from what was committed, as another process would. */
  async #untilItStops(start: RunState): Promise<RunState> {
    let committed = start;
    let length = this.#record.length;
    for (let restarts = 0; ; restarts += 1) {
      const deadline = startDeadline(TIMEOUT_MS, this.#process.signal);
      const finished = new Map<string, LedgerEntry>();
      try {
        return await this.#workflow.runtime.run(this.#workflow, committed, {
          runId: 'run',
          userId: undefined,
          conversationId: undefined,
          events: createEmitter('run', (event) => this.#note(event)),
          signal: deadline.signal,
          deadline: deadline.at,
          timedOut: deadline.timedOut,
          abandoned: () => this.#process.signal.aborted,
          newId: () => `id-${++this.#ids}`,
          log: silentLog,
          ledger: this.#ledger(finished),
          commitStep: async (step) => {
            if (this.#strikes('store error')) throw new Error('The store failed.');
            committed = step.state;
            length = this.#record.length;
            for (const [key, entry] of finished) this.#started.set(key, entry);
          },
        });
      } catch (error) {
        if (restarts === MOST_RESTARTS) throw error;
        this.#process = new AbortController();
        this.#record.goBackTo(length, committed.turn.handoffAnswer !== null && committed === start);
      } finally {
        deadline.clear();
      }
    }
  }

  #ledger(finished: Map<string, LedgerEntry>): CallLedger {
    const before = new Map(this.#started);
    return {
      known: (key) => before.get(key),
      started: async ({ callId }, tell) => {
        this.#started.set(callId, { state: 'unknown' });
        tell();
      },
      finished: ({ callId }, outcome, tell) => {
        finished.set(callId, { state: 'finished', ...outcome });
        tell();
      },
      mayRepeat: async () => {},
    };
  }

  #note(event: RunEvent): void {
    this.#record.note(event);
    if (event.type === 'on_node_start' && this.#asksNobody() && this.#strikes('process killed')) this.#kill();
  }

  /** True once, where the fault is to strike. */
  #strikes(fault: FaultClass): boolean {
    const visits = this.#record.visits.length - this.#witness.visits.length;
    // A step may have more than one visit, and is stored after the last of them.
    const isThere = visits === 0 || (visits > 0 && fault === 'store error');
    if (fault !== this.#fault || this.#struck > 0 || !isThere) return false;
    this.#struck += 1;
    return true;
  }

  #kill(): never {
    this.#process.abort();
    throw new Error('The process was killed.');
  }

  /** Neither a model nor a tool is called at this visit, at which the process could be killed. */
  #asksNobody(): boolean {
    const { does, node } = this.#record.visit() ?? {};
    if (does === undefined || !unasked.has(does)) return false;
    const { nodes } = this.#workflow.definition;
    return nodes.find(({ nodeName }) => nodeName === node)?.nodeType !== 'TOOL_EXECUTOR';
  }

  async #runTool(tool: string, key: string): Promise<string | undefined> {
    this.#record.acts.push({ tool });
    if (!this.#readOnly.has(tool)) this.#effects.set(key, (this.#effects.get(key) ?? 0) + 1);
    if (this.#strikes('tool error')) throw new Error('The tool failed.');
    if (this.#strikes('tool timeout')) await Promise.withResolvers<never>().promise;
    if (this.#strikes('process killed')) this.#kill();
    return this.#strikes('huge output') ? 'x'.repeat(HUGE) : undefined;
  }

  #disturbed(model: ChatModel): ChatModel {
    const faults: Partial<Record<FaultClass, ModelFault>> = modelFaults;
    const fault = faults[this.#fault];
    return {
      name: model.name,
      generate: async (request, options) => {
        this.#attempts += 1;
        if (this.#strikes('process killed')) this.#kill();
        const reply = await model.generate(request, options);
        const isThere = this.#record.visits.length === this.#witness.visits.length;
        if (!fault || !isThere || (this.#struck > 0 && !fault.forGood)) return reply;
        this.#struck += 1;
        return fault.disturb(reply);
      },
    };
  }

  /** Counts how often one request is tried. */
  #counted(model: ChatModel): ChatModel {
    return {
      name: model.name,
      generate: async (request, options) => {
        this.#attempts = 0;
        try {
          return await model.generate(request, options);
        } finally {
          this.#mostAttempts = Math.max(this.#mostAttempts, this.#attempts);
        }
      },
    };
  }
}
