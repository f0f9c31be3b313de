// The use cases, for the command line and whoever embeds Cadence.

export { audited } from './access/audited.ts';
export { localPrincipal, type Origin, type Principal } from './access/principal.ts';
export {
  type AgentTrial,
  deleteAgent,
  findAgent,
  listAgents,
  listTools,
  saveAgent,
  tryAgent,
} from './agents.ts';
export { type AppContext, appContext } from './app-context.ts';
export { createBackup, deleteBackup, downloadBackup, listBackups } from './backups.ts';
export { askInstead, listBranches, showBranch } from './branches.ts';
export { callableTools, callTool, type ToolCallInput, tryTool } from './call-tool.ts';
export { type CallTrial, tryCall } from './call-trials.ts';
export {
  type ConversationState,
  latestState,
  stateAfter,
  stateAt,
  stateHistory,
  stepsOf,
} from './conversation-states.ts';
export {
  addMessages,
  createConversation,
  deleteConversation,
  findConversation,
  listConversations,
  listMessages,
  lookUpConversation,
  type NewConversation,
  updateConversation,
} from './conversations.ts';
export { describeDeployment } from './deployment.ts';
export { type DraftRequest, draftWorkflow } from './drafting/draft-workflow.ts';
export { deleteFile, fileParts, findFile, readFile, type UploadedFile, uploadFile } from './files.ts';
export { type Finding, mcpServerFinding, pluginFinding } from './findings.ts';
export { type GatedVersion, gateVersion } from './gate.ts';
export {
  answerHandoff,
  answerWaiting,
  findHandoff,
  listHandoffs,
  resumeRun,
  type StartedRun,
  type WaitingRun,
  waitingRun,
} from './handoffs.ts';
export { createKey, listKeys, type NewKeyInput, revokeKey, rotateKey } from './keys.ts';
export {
  deleteMcpServer,
  findMcpServer,
  listMcpServers,
  putMcpServer,
  testMcpServer,
  updateMcpServer,
} from './mcp-servers.ts';
export {
  type AuditQuery,
  checkReady,
  isolationLevel,
  listAudit,
  listModels,
  reportUsage,
  type UsageQuery,
} from './operation.ts';
export { erasePerson, exportPerson, listPeople } from './people.ts';
export { configurePlugin, readPluginConfig, resetPlugin } from './plugin-config.ts';
export {
  findPlugin,
  installPlugin,
  listPlugins,
  reloadPlugins,
  removePlugin,
  restorePlugin,
  turnPlugin,
  uploadPlugin,
} from './plugins.ts';
export { readProfile, saveProfile } from './profiles.ts';
export { listProviderModels, listProviders, type TestedModel, testModel } from './providers.ts';
export {
  acceptChanges,
  type Changes,
  exportRecording,
  readCall,
  readCalls,
  readRecording,
  replayRecording,
  replayRun,
} from './recordings.ts';
export {
  type ForkedRun,
  type ForkInput,
  forkRun,
  goOnInFork,
  listSteps,
  type RunHistory,
  readHistory,
  readStep,
  sendToFork,
} from './run-steps.ts';
export {
  cancelRun,
  deleteRun,
  findRun,
  followRun,
  listRuns,
  type RunPlace,
  type RunQuery,
  rateRun,
  readEvents,
  rereadRecord,
  rereadRun,
  runsIn,
  waitForRun,
} from './runs.ts';
export {
  createSchedule,
  deleteSchedule,
  findSchedule,
  listFirings,
  listSchedules,
  type ScheduleChanges,
  type ScheduleInput,
  updateSchedule,
} from './schedules.ts';
export { searchRuns } from './search-runs.ts';
export { deleteSecret, listSecrets, putSecret } from './secrets.ts';
export { type EarlierMessages, type MessageInput, sendMessage } from './send-message.ts';
export { deleteSetting, listSettings, putSetting } from './settings.ts';
export { simulatable } from './simulation.ts';
export { workflowCosts, workflowCoverage } from './traffic.ts';
export { listDeliveries, redeliver, webhookSecret } from './webhooks.ts';
export { goOnWithTrial, type TrialAnswer, tryWorkflow, type WorkflowTrial } from './workflow-trials.ts';
export {
  checkedWorkflow,
  checkWorkflow,
  deleteWorkflow,
  findUsableWorkflow,
  findWorkflow,
  listWorkflows,
  publishWorkflow,
  type SeenWorkflow,
  saveWorkflow,
  usableWorkflows,
  workflowVersions,
} from './workflows.ts';
