import type {
  AgentDefinition,
  ChatModel,
  DefinitionView,
  DegradedReason,
  FileText,
  Handoff,
  MessageUpdate,
  ModelCallOptions,
  ModelReply,
  ReplyTerms,
  ResolvedLimits,
  RunEventData,
  RunEventType,
  RunState,
  RunStatus,
  Tool,
  ToolCall,
  ToolMessage,
  TurnState,
  Usage,
  UserProfile,
  WorkflowNode,
} from '@cadence-agents/contracts';
import type { KindConfig, KindType } from '@cadence-agents/workflow';
import type { VisitText } from '../events/visit-text.ts';
import type { Log } from '../log.ts';
import type { Masking } from '../masking/redact.ts';
import type { SecretValues } from '../masking/secret-values.ts';
import type { Outside } from '../outside.ts';
import type { ToolRunOptions } from '../tools/tool-runner.ts';
import type { AskedLimits } from '../window/call-limits.ts';

/** What a node kind is given when its workflow is compiled. */
export interface NodeSetup {
  node: WorkflowNode;
  view: DefinitionView;
  limits: ResolvedLimits;
  agent: (id: string) => AgentDefinition;
  model: (name: string | null | undefined) => ChatModel;
  tool: (name: string) => Tool | undefined;
}

/** What a node is given at each visit, beside the state. */
export interface NodeContext {
  signal: AbortSignal;
  /** How long and how often a model call may be tried. */
  patience: Pick<ModelCallOptions, 'deadline' | 'maxRetries'>;
  emit: <T extends RunEventType>(type: T, data: RunEventData<T>) => void;
  /** Shows what the node says, while it says it. */
  text: Pick<VisitText, 'begin' | 'add' | 'think' | 'call' | 'end' | 'say' | 'restart'>;
  /** How long a request and a reply may be. */
  limits: AskedLimits;
  /** The most tokens of a request to the model that takes least of all those in the workflow. */
  smallestRoom: () => number;
  /** What was said in messages that are no longer there: every model that goes on with the conversation is told. */
  summary: string;
  /** What the caller asks of the reply. */
  terms: ReplyTerms;
  /** Counts what a model call used, also when nothing comes of the visit, and notes how its reply ended. */
  spend: (usage: Usage, finishReason: ModelReply['finishReason']) => void;
  /** How many tokens the run may still use; negative once it has used more. */
  tokensLeft: () => number;
  /** For what a plugin says. */
  mask: Masking;
  /** For what a model says. */
  secrets: SecretValues;
  /** Where replies, results of tools and what plugins' own kinds come to are from. */
  outside: Outside;
  log: Log;
  /** For what a node logs. */
  where: { runId: string; node: string };
  newId: () => string;
  /** The time, in milliseconds since the epoch. */
  now: () => number;
  /** What is known of the user. */
  profile: () => Promise<UserProfile | undefined>;
  /** The bytes of a stored file. */
  fileOf: (fileId: string) => Promise<Uint8Array | undefined>;
  /** What a stored document says. */
  fileTextOf: (fileId: string) => Promise<FileText | undefined>;
  /** The tools that the service lets the user use, `null` for all; absent where it has no rules. */
  granted?: () => Promise<ReadonlySet<string> | null>;
  runTools: (calls: readonly ToolCall[], options: ToolRunOptions) => Promise<ToolMessage[]>;
}

export interface NodeResult {
  messages?: MessageUpdate[];
  turn?: Partial<TurnState>;
  /** Which way to go; `null` leaves it to the edges. */
  label: string | null;
  /** How the run ended, if it ends here. Default `completed`. */
  status?: RunStatus;
  /** Why, for the receipt. */
  reason?: string;
  warning?: string;
  /** What was decided, for noticing that it is decided again and again; absent where a coordinator watches over that. */
  decision?: string;
  /** Makes the answer poorer than it should be; kept with the run. */
  degraded?: readonly DegradedReason[];
  /** What it used beside what was told to `spend`. */
  usage?: Usage;
  /** Tool calls this result asks for, or has carried out. */
  toolCalls?: number;
  /** Stops the run here until a person has answered; the same node then runs again with the answer. */
  interrupt?: Omit<Handoff, 'id' | 'nodeId'>;
}

/** One visit of a node: a plain function of state and context. */
export type NodeStep = (state: RunState, context: NodeContext) => Promise<NodeResult>;

/** Prepares what does not change between visits, and returns the step. */
export type NodeBehaviour<Type extends KindType> = (
  setup: NodeSetup & { config: KindConfig<Type> },
) => NodeStep;
