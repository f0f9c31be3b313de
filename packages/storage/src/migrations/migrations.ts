import { checkpointTables } from '../checkpoints/checkpoint-tables.ts';
import { profileTables } from '../profiles/profile-tables.ts';
import { accessTables } from './access-tables.ts';
import { activityOfConversations } from './activity-of-conversations.ts';
import { archives } from './archives.ts';
import { costsOfRuns } from './costs-of-runs.ts';
import { degradedRuns } from './degraded-runs.ts';
import { feedbackOnRuns } from './feedback-on-runs.ts';
import { files } from './files.ts';
import { firstTables } from './first-tables.ts';
import { foundRuns } from './found-runs.ts';
import { gatesOfVersions } from './gates-of-versions.ts';
import { handoffsOfConversations } from './handoffs-of-conversations.ts';
import { layoutsOfWorkflows } from './layouts-of-workflows.ts';
import { listsByIndex } from './lists-by-index.ts';
import { mcpServers } from './mcp-servers.ts';
import { messagesOfRuns } from './messages-of-runs.ts';
import type { Migration } from './migration.ts';
import { parkedRuns } from './parked-runs.ts';
import { partitionedEvents } from './partitioned-events.ts';
import { pluginVersions } from './plugin-versions.ts';
import { policiesOfWorkflows } from './policies-of-workflows.ts';
import { processes } from './processes.ts';
import { ranksOfUsage } from './ranks-of-usage.ts';
import { reachOfKeys } from './reach-of-keys.ts';
import { requestCounts } from './request-counts.ts';
import { rowsOfRuns } from './rows-of-runs.ts';
import { schedules } from './schedules.ts';
import { settings } from './settings.ts';
import { stepsOfConversations } from './steps-of-conversations.ts';
import { storeItems } from './store-items.ts';
import { strikesOfRuns } from './strikes-of-runs.ts';
import { termsOfRuns } from './terms-of-runs.ts';
import { textsOfFiles } from './texts-of-files.ts';
import { totalsOfUsage } from './totals-of-usage.ts';
import { totalsOfWaitingRuns } from './totals-of-waiting-runs.ts';
import { waitingRuns } from './waiting-runs.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { wordsOfRuns } from './words-of-runs.ts';
import { workers } from './workers.ts';

/**
 * All steps of the schema, in order. To go by a migration that contracts, once no release in use needs them:
 * `checkpoints.run`, `checkpoints.node`, `idempotent_replies`, the index `conversations_by_start`.
 */
export const migrations: readonly Migration[] = [
  firstTables,
  { version: 2, name: 'checkpoints', statements: checkpointTables },
  { version: 3, name: 'profiles', statements: profileTables },
  accessTables,
  rowsOfRuns,
  stepsOfConversations,
  degradedRuns,
  reachOfKeys,
  strikesOfRuns,
  partitionedEvents,
  archives,
  workers,
  pluginVersions,
  listsByIndex,
  totalsOfUsage,
  parkedRuns,
  requestCounts,
  messagesOfRuns,
  termsOfRuns,
  schedules,
  webhookDeliveries,
  policiesOfWorkflows,
  storeItems,
  files,
  foundRuns,
  gatesOfVersions,
  mcpServers,
  textsOfFiles,
  wordsOfRuns,
  feedbackOnRuns,
  handoffsOfConversations,
  settings,
  processes,
  layoutsOfWorkflows,
  activityOfConversations,
  costsOfRuns,
  ranksOfUsage,
  totalsOfWaitingRuns,
  waitingRuns,
];
