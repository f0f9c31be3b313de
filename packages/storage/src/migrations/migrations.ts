import { checkpointTables } from '../checkpoints/checkpoint-tables.ts';
import { profileTables } from '../profiles/profile-tables.ts';
import { accessTables } from './access-tables.ts';
import { archives } from './archives.ts';
import { degradedRuns } from './degraded-runs.ts';
import { firstTables } from './first-tables.ts';
import { listsByIndex } from './lists-by-index.ts';
import { messagesOfRuns } from './messages-of-runs.ts';
import type { Migration } from './migration.ts';
import { parkedRuns } from './parked-runs.ts';
import { partitionedEvents } from './partitioned-events.ts';
import { pluginVersions } from './plugin-versions.ts';
import { reachOfKeys } from './reach-of-keys.ts';
import { replyTerms } from './reply-terms.ts';
import { requestCounts } from './request-counts.ts';
import { rowsOfRuns } from './rows-of-runs.ts';
import { stepsOfConversations } from './steps-of-conversations.ts';
import { strikesOfRuns } from './strikes-of-runs.ts';
import { totalsOfUsage } from './totals-of-usage.ts';
import { workers } from './workers.ts';

/**
 * All steps of the schema, in order. To go by a migration that contracts, once no release in use needs them:
 * `checkpoints.run`, `checkpoints.node`, `idempotent_replies`.
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
  replyTerms,
];
