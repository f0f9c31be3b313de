// What runs a workflow, and what it is given: the port between a compiled workflow and the loop that carries it out.
import type {
  ChatModel,
  FileText,
  MessageUpdate,
  OutgoingFetch,
  ResolvedLimits,
  RunPauses,
  RunState,
  Tool,
  UserProfile,
  WorkflowDefinition,
  WorkflowNode,
} from '@cadence-agents/contracts';
import type { Certificate, DefinitionView } from '@cadence-agents/workflow';
import type { Emitter } from '../events/emitter.ts';
import type { Log } from '../log.ts';
import type { Masking } from '../masking/redact.ts';
import type { SecretValues } from '../masking/secret-values.ts';
import type { NodeStep } from '../nodes/node-behaviour.ts';
import type { Outside } from '../outside.ts';
import type { KeepFile } from '../tools/kept-result.ts';
import type { CallLedger } from '../tools/tool-runner.ts';
import type { LearntLimits } from '../window/call-limits.ts';
import type { Safety } from './safety.ts';

/** Carries a turn on from the node that it is at. `native-runtime.ts` is the one that is used unless another is given. */
export interface Runtime {
  /** Resolves with the state in which the turn has ended, or waits. */
  run(workflow: Workflow, start: RunState, context: RunContext): Promise<RunState>;
}

export interface PreparedNode {
  node: WorkflowNode;
  step: NodeStep;
  /** How long its requests and their replies may be. */
  callLimits: Pick<ResolvedLimits, 'windowTokens' | 'maxOutputTokens'>;
}

/** A checked definition, with each node made ready to run. */
export interface Workflow {
  readonly definition: WorkflowDefinition;
  readonly view: DefinitionView;
  readonly certificate: Certificate;
  readonly limits: ResolvedLimits;
  readonly nodes: ReadonlyMap<string, PreparedNode>;
  /** The tool of that name, as it was when the workflow was compiled. */
  readonly tool: (name: string) => Tool | undefined;
  /** How its tools call addresses that somebody chose. */
  readonly fetch: OutgoingFetch;
  /** Masks secrets in what tools and plugins return, by their form and by their value. */
  readonly mask: Masking;
  /** Name of the model of those who name none; empty when there is none. */
  readonly defaultModel: () => string;
  /** Every model that its nodes call. */
  readonly models: ReadonlySet<ChatModel>;
  /** Those that are known by their value; no model says them either. */
  readonly secrets: SecretValues;
  /** The model that writes the answer of a run that came to its end at this node without one. */
  readonly writerAt: (nodeId: string) => ChatModel;
  /** Absent where the service has no rules. */
  readonly safety?: Safety;
  readonly runtime: Runtime;
}

/** What a step did, and the state it leads to. */
export interface TakenStep {
  /** Name of the node it began with. */
  node: string;
  messages: MessageUpdate[];
  state: RunState;
}

/** What every step of one run shares. */
export interface RunContext {
  runId: string;
  userId: string | undefined;
  conversationId: string | undefined;
  /** What is known of a user; absent where nothing is kept. */
  profileOf?: (userId: string) => Promise<UserProfile | undefined>;
  /** The bytes of a stored file; absent where none are stored. */
  fileOf?: (fileId: string) => Promise<Uint8Array | undefined>;
  /** What a stored document says; absent where nobody reads them. */
  fileTextOf?: (fileId: string) => Promise<FileText | undefined>;
  /** Stores what a tool returned beside words; absent where no files are stored. */
  keepFile?: KeepFile;
  events: Emitter;
  /** Aborted when the run is cancelled or out of time. */
  signal: AbortSignal;
  /** When the time is up, in milliseconds since the epoch. */
  deadline: number;
  /** Whether it was the time limit that aborted `signal`. */
  timedOut: () => boolean;
  /** Whether the run was given up here for another process to take up: nothing more may be stored of it. */
  abandoned?: () => boolean;
  newId: () => string;
  /** Where what comes from others comes from; from them directly, when absent. */
  outside?: Outside;
  /** What it goes by of what providers say of their models; all that is known, when absent. */
  learnt?: LearntLimits;
  /** The clock of the run, in milliseconds since the epoch; that of its events when absent. */
  now?: () => number;
  /** Where it was told to wait for a person. */
  pauses?: RunPauses;
  /** Present when the run is stored. */
  ledger?: CallLedger;
  /** Present when the run is stored: resolves when the run may go on. Every runtime calls it after each step. */
  commitStep?: (step: TakenStep) => Promise<void>;
  log: Log;
}
