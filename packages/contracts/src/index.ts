export {
  type Action,
  type ActionRule,
  actions,
  type Bond,
  ruleOf,
  type SubjectName,
  subjects,
} from './access.ts';
export { type ApiAuditEntry, type ApiKey, type ApiPerson, apiKeySchema } from './api/access-endpoints.ts';
export type { ApiBranches } from './api/branch-endpoints.ts';
export { type ApiConversation, messageIdSchema, newMessageSchema } from './api/conversation-endpoints.ts';
export type { ApiDeployment, ApiFinding, ApiProcess } from './api/deployment-endpoints.ts';
export {
  type ApiDraftEvent,
  type ApiDraftStep,
  type ApiWorkflowDraft,
  draftEventSchema,
  draftStepSchema,
  workflowDraftSchema,
} from './api/draft-endpoints.ts';
export {
  type Endpoint,
  type EndpointInput,
  type EndpointReply,
  type EndpointRequest,
  type ErrorReply,
  errorReplySchema,
  MOST_INTEGER,
} from './api/endpoint.ts';
export { endpoints } from './api/endpoints.ts';
export type { ApiFile } from './api/file-endpoints.ts';
export type { ApiHandoff } from './api/handoff-endpoints.ts';
export type { LangGraphCron, LangGraphNewCron } from './api/langgraph-cron-endpoints.ts';
export { langGraphEndpoints } from './api/langgraph-endpoints.ts';
export {
  type LangGraphNewRun,
  type LangGraphStreamMode,
  langGraphNewRunSchema,
} from './api/langgraph-run-endpoints.ts';
export type {
  LangGraphAssistant,
  LangGraphCheckpoint,
  LangGraphInterrupt,
  LangGraphRun,
  LangGraphState,
  LangGraphThread,
} from './api/langgraph-schemas.ts';
export type { LangGraphItem } from './api/langgraph-store-endpoints.ts';
export {
  type ApiMcpServer,
  type ApiMcpServerTest,
  type McpServerChanges,
  mcpAddressSchema,
  mcpProcessSchema,
} from './api/mcp-server-endpoints.ts';
export type {
  OpenAiChatRequest,
  OpenAiMessage,
  OpenAiToolChoice,
  OpenAiUsage,
} from './api/openai-chat.ts';
export { type OpenAiError, openAiEndpoints } from './api/openai-endpoints.ts';
export type { OpenAiFunction } from './api/openai-fields.ts';
export {
  isKept,
  keptAs,
  type OpenAiInputItem,
  type OpenAiOutputItem,
  type OpenAiResponse,
  type OpenAiResponseRequest,
} from './api/openai-responses.ts';
export type { ApiModel, ApiUsageBucket } from './api/operation-endpoints.ts';
export type { ApiPlugin } from './api/plugin-endpoints.ts';
export type { ApiProvider } from './api/provider-endpoints.ts';
export { type RecordedParts, type Recording, recordingJsonSchema, recordingSchema } from './api/recording.ts';
export type { ApiCallChanges, ApiModelCall, ApiReplayReport } from './api/recording-endpoints.ts';
export type {
  ApiRun,
  ApiSentRequest,
  ApiStep,
  ApiStepState,
  Deltas,
  FoundRun,
} from './api/run-endpoints.ts';
export type { ApiBackup, ApiRetention } from './api/safekeeping-endpoints.ts';
export type { ApiSafetyRules, ApiSafetyTrial } from './api/safety-endpoints.ts';
export type { ApiSchedule } from './api/schedule-endpoints.ts';
export type { ApiSetting } from './api/setting-endpoints.ts';
export {
  type ApiPublication,
  type ApiTool,
  type ApiWorkflowSummary,
  type ApiWorkflowVersion,
  MOST_GATED,
  problemSchema,
} from './api/workflow-endpoints.ts';
export { type BackoffOptions, backoffMs } from './backoff.ts';
export { CadenceError } from './cadence-error.ts';
export { type ErrorCode, errorCodes } from './error-codes.ts';
export { isEmptyResult } from './json/empty-result.ts';
export {
  fieldOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listOf,
  parseJson,
  textOf,
} from './json/json.ts';
export { assertStorable, decodeStrict, encodeStrict, maxDepth, notStorable } from './json/strict-json.ts';
export { withoutPatterns } from './json/without-patterns.ts';
export { LruCache } from './lru-cache.ts';
export {
  type AgentContext,
  type Plugin,
  type PluginAgent,
  type PluginHealth,
  type PluginMetadata,
  pluginMetadataSchema,
} from './plugin/plugin.ts';
export { type PluginConfig, pluginConfigSchema } from './plugin/plugin-config.ts';
export type { KindBehaviour, KindContext, KindResult, KindState, PluginKind } from './plugin/plugin-kind.ts';
export type { OutgoingFetch, Tool, ToolContext } from './plugin/tool.ts';
export type { Problem } from './problem.ts';
export { published } from './published.ts';
export { roleSchema } from './role.ts';
export { type Role, roleDescriptions, roleReaches } from './roles.ts';
export { addUsage, cacheUsage, noUsage } from './run/add-usage.ts';
export type {
  ChatModel,
  ModelCallOptions,
  ModelReply,
  ModelRequest,
  ToolCallPiece,
  ToolSpec,
} from './run/chat-model.ts';
export { estimateTokens } from './run/estimate-tokens.ts';
export { type Excerpt, excerptsOf } from './run/excerpts.ts';
export {
  type AssistantMessage,
  type Message,
  messageSchema,
  type ToolCall,
  type ToolMessage,
  toolCallSchema,
  type UserMessage,
} from './run/message.ts';
export {
  contentOf,
  filesOf,
  type MessageContent,
  MOST_FILES,
  partsOf,
  withContent,
} from './run/message-content.ts';
export {
  type Annotation,
  type DataPart,
  type FilePart,
  type Part,
  partSchema,
  type ReasoningPart,
  type TextPart,
} from './run/message-parts.ts';
export { type ReplyFormat, type ReplyTerms, replyTermsSchema } from './run/reply-terms.ts';
export {
  answerFinish,
  type DegradedReason,
  type DeltaPart,
  degradedReasonSchema,
  type EventLine,
  eventLine,
  eventWeight,
  type LiveEvent,
  type RouteRule,
  type RoutingReceipt,
  type RunCounters,
  type RunEvent,
  type RunEventData,
  type RunEventOf,
  type RunEventType,
  type RunStatus,
  routeRuleSchema,
  routingReceiptSchema,
  runCountersSchema,
  runEvents,
  runStatusSchema,
  type StreamedEvent,
} from './run/run-event.ts';
export {
  type Handoff,
  type LimitName,
  type MessageUpdate,
  type PluginContext,
  type RunState,
  STATE_VERSION,
  type StoredSlot,
  type TurnState,
  turnStateSchema,
} from './run/run-state.ts';
export {
  isLiveText,
  isRunEvent,
  isRunTopic,
  type LiveText,
  type LookSignal,
  mcpServersTopic,
  type PluginsSignal,
  pluginsTopic,
  runTopic,
  type Signal,
  type Signals,
  secretsTopic,
  settingsTopic,
  type WorkSignal,
  workTopic,
} from './run/signals.ts';
export {
  type PinnedReply,
  type RunPauses,
  type RunPins,
  runPausesSchema,
  runPinsSchema,
  type TurnChange,
  turnChangeSchema,
} from './run/stand-ins.ts';
export { givenToneSchema, toneSchema } from './run/tone.ts';
export { type Tone, toneDescriptions, toneOrDefault } from './run/tones.ts';
export { type Usage, usageSchema } from './run/usage.ts';
export { leastPart, wordList, wordsIn } from './run/words.ts';
export { type LoggedError, serializeError } from './serialize-error.ts';
export type { ArchivedRun, ArchiveStore } from './store/archive-store.ts';
export type { AuditEntry, AuditFilter, AuditStore } from './store/audit-store.ts';
export type {
  ChannelVersion,
  CheckpointQuery,
  CheckpointStore,
  CheckpointThread,
  CheckpointWrite,
  NewCheckpoint,
  NewCheckpointWrite,
  StoredCheckpoint,
} from './store/checkpoint-store.ts';
export type {
  ClaimedDelivery,
  DeliveryAttempt,
  DeliveryFilter,
  DeliveryRecord,
  DeliveryStore,
} from './store/delivery-store.ts';
export type {
  DatabaseRecord,
  DeploymentStore,
  ProcessRecord,
  ProcessSign,
  QueueRecord,
  WaitingRuns,
} from './store/deployment-store.ts';
export { endedAs } from './store/ended-as.ts';
export type { FileRecord, FileStore, FileText, NewFile } from './store/file-store.ts';
export type {
  IdempotencyKey,
  IdempotencyStore,
  IdempotentReply,
  IdempotentRequest,
} from './store/idempotency-store.ts';
export type { ItemPlace, ItemRecord, ItemStore } from './store/item-store.ts';
export type { KeyRecord, KeyStore, NewKey } from './store/key-store.ts';
export { localOwner, type Owner } from './store/owner.ts';
export type { Page, PageQuery } from './store/page.ts';
export type { ErasedRows, PersonalRecord, PersonRecord, PersonStore } from './store/person-store.ts';
export type {
  NewPluginVersion,
  PluginInUse,
  PluginVersionRecord,
  PluginVersionStore,
} from './store/plugin-version-store.ts';
export { type ProfileStore, type UserProfile, userProfileSchema } from './store/profile-store.ts';
export {
  type RecordedAttempt,
  type RecordedCall,
  type RecordedEntry,
  type RecordedError,
  type RecordedStream,
  recordedEntrySchema,
} from './store/recorded.ts';
export type { RequestCountStore, RequestCounts, SettledCounts } from './store/request-count-store.ts';
export type { CallRecord, RunCommit, RunStep } from './store/run-commit.ts';
export {
  type ConversationRecord,
  type HandoffAnswer,
  type HandoffRequest,
  inputIdOf,
  isInputOf,
  type NewFeedback,
  type NewRun,
  type OnBusy,
  type RunFeedback,
  type RunOutcome,
  type RunRecord,
  type RunStart,
  type StoredAnswer,
} from './store/run-record.ts';
export {
  type ClaimedRun,
  type ClaimOptions,
  type ConversationStatus,
  type ConversationStore,
  type EndedRun,
  type EventStore,
  type HandoffRecord,
  type HandoffStore,
  type Lease,
  OtherVersion,
  type RowFilter,
  type RunFilter,
  type RunStore,
} from './store/run-store.ts';
export type {
  DueTime,
  FiredTime,
  FiringOutcome,
  NewSchedule,
  ScheduleChanges,
  ScheduleFilter,
  ScheduleFiring,
  ScheduleRecord,
  ScheduleStore,
} from './store/schedule-store.ts';
export type { SecretStore } from './store/secret-store.ts';
export type { SettingStore, StoredSetting } from './store/setting-store.ts';
export type {
  NewConversation,
  NewFork,
  RunBranch,
  RunTree,
  StateRecord,
  StateStore,
  StepRecord,
} from './store/state-store.ts';
export type { Store } from './store/store.ts';
export type { CallResult, LedgerCall, LedgerEntry, ToolLedger } from './store/tool-ledger.ts';
export {
  type CallBesideRuns,
  costOfModels,
  costOfRun,
  costOfUsage,
  type ModelPrice,
  type ModelPrices,
  type NodeUsage,
  type RunUsage,
  type UsageGrouping,
  type UsageQuery,
  type UsageRow,
  type UsageStore,
} from './store/usage-store.ts';
export type { Webhook, WebhookFormat } from './store/webhook.ts';
export type { Beat, HeldLease, WorkerSign, WorkerStore, WorkLimits } from './store/worker-store.ts';
export type { AgentStore, WorkflowStore, WorkflowVersion } from './store/workflow-store.ts';
export { settlesWithin, type TimeoutOptions, withTimeout } from './timeout.ts';
export { type AgentDefinition, agentDefinitionSchema } from './workflow/agent-definition.ts';
export { defineKind, type KindDeclaration, type LabelContext } from './workflow/define-kind.ts';
export type {
  AgentCatalogue,
  DeclaredLabel,
  DefinitionView,
  NodeKind,
  NodeView,
  RouteCandidate,
  RouteChoice,
} from './workflow/definition-view.ts';
export { type DescribedKind, describeKind, kindFromDescription } from './workflow/described-kind.ts';
export { type GateFinding, type GateReport, gateReportSchema } from './workflow/gate-report.ts';
export { defaultLimits, type ResolvedLimits, resolveLimits } from './workflow/limits.ts';
export {
  type KindIcon,
  kindIcons,
  type NodeFamily,
  type NodeTraits,
  nodeFamilies,
} from './workflow/node-traits.ts';
export {
  type Policy,
  type PolicySubject,
  policySchema,
  policySubjectSchema,
  type ToolTraits,
} from './workflow/policy.ts';
export {
  fillVariables,
  isPromptVariable,
  promptVariables,
  variablesIn,
} from './workflow/prompt-variables.ts';
export {
  type Certainty,
  type SimulatedEnd,
  type SimulatedLimit,
  type SimulationReport,
  simulationReportSchema,
} from './workflow/simulation-report.ts';
export {
  type CostReport,
  type CoverageReport,
  costReportSchema,
  coverageReportSchema,
  type RouteCost,
} from './workflow/traffic-report.ts';
export { agentTrialId, draftTrialId, isTrialId, triedWorkflowId } from './workflow/trial-id.ts';
export { type Deed, type ScriptedVisit, type Witness, witnessSchema } from './workflow/witness.ts';
export {
  END_LABEL,
  limitsSchema,
  type WorkflowDefinition,
  type WorkflowEdge,
  type WorkflowLimits,
  type WorkflowNode,
  workflowDefinitionSchema,
  workflowEdgeSchema,
  workflowNodeSchema,
} from './workflow/workflow-definition.ts';
export { type WorkflowLayout, workflowLayoutSchema } from './workflow/workflow-layout.ts';
