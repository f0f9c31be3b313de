import type { Store, WorkLimits } from '@cadence-agents/contracts';
import { Archive } from './archive/archive.ts';
import { noArchive, type ObjectStore } from './archive/object-store.ts';
import { createAuditStore } from './audit/audit-store.ts';
import { createCheckpointStore } from './checkpoints/checkpoint-store.ts';
import type { Database } from './database/database.ts';
import { createDeploymentStore } from './deployment/deployment-store.ts';
import { createEventStore } from './events/event-store.ts';
import { dropExpired, makeRoomAhead } from './events/partitions.ts';
import { createToolLedger } from './events/tool-ledger.ts';
import { createFileStore, sweepFiles } from './files/file-store.ts';
import { createFitness } from './fitness.ts';
import { createIdempotencyStore } from './idempotency/idempotency-store.ts';
import { createItemStore, removeExpiredItems } from './items/item-store.ts';
import { createKeyStore } from './keys/key-store.ts';
import type { Migration } from './migrations/migration.ts';
import { migrations } from './migrations/migrations.ts';
import { createPersonStore } from './people/person-store.ts';
import { createPluginVersionStore } from './plugins/plugin-version-store.ts';
import { createProfileStore } from './profiles/profile-store.ts';
import { createRequestCountStore } from './requests/request-count-store.ts';
import { createArchiveStore } from './runs/archive-store.ts';
import { createConversationStore } from './runs/conversation-store.ts';
import { UsageCounter } from './runs/count-ended.ts';
import { createHandoffStore } from './runs/handoff-store.ts';
import { createRunStore } from './runs/run-store.ts';
import { createScheduleStore } from './schedules/schedule-store.ts';
import { indexEarlierRuns } from './search/index-words.ts';
import { createSecretStore } from './secrets/secret-store.ts';
import { createSettingStore } from './settings/setting-store.ts';
import { createStateStore } from './states/state-store.ts';
import { createHeadCache } from './states/step-writer.ts';
import { createUsageStore } from './usage/usage-store.ts';
import { createDeliveryStore } from './webhooks/delivery-store.ts';
import { createWorkerStore } from './workers/worker-store.ts';
import { createAgentStore } from './workflows/agent-store.ts';
import { createWorkflowStore } from './workflows/workflow-store.ts';

interface Setup {
  /** Those that have brought the schema of the database up to date. */
  known?: readonly Migration[];
  stateCacheMb?: number;
  objects?: ObjectStore;
  limits?: WorkLimits;
}

export function createStore(
  database: Database,
  { known = migrations, stateCacheMb, limits, objects = noArchive }: Setup = {},
): Store {
  const heads = createHeadCache(stateCacheMb);
  const fitness = createFitness(database, known);
  const archive = new Archive(database, objects);
  const archiveStore = createArchiveStore(database, objects);
  const states = createStateStore(database, heads, archive);
  const events = createEventStore(database, archive);
  const usage = new UsageCounter(database);
  return {
    workflows: createWorkflowStore(database),
    agents: createAgentStore(database),
    profiles: createProfileStore(database),
    conversations: createConversationStore(database, archiveStore),
    runs: createRunStore(database, { heads, fitness, archive, limits, usage }),
    workers: createWorkerStore(database),
    deployment: createDeploymentStore(database),
    states,
    handoffs: createHandoffStore(database),
    events,
    ledger: createToolLedger(database, archive),
    keys: createKeyStore(database),
    audit: createAuditStore(database),
    usage: createUsageStore(database),
    idempotency: createIdempotencyStore(database),
    schedules: createScheduleStore(database, { fitness }),
    deliveries: createDeliveryStore(database),
    items: createItemStore(database),
    files: createFileStore(database),
    secrets: createSecretStore(database, 'secrets'),
    mcpServers: createSecretStore(database, 'mcp_servers'),
    settings: createSettingStore(database),
    pluginVersions: createPluginVersionStore(database),
    requestCounts: createRequestCountStore(database),
    people: createPersonStore(database, { states, events, archive: archiveStore }),
    checkpoints: createCheckpointStore(database),
    archive: archiveStore,
    probe: fitness.probe,
    async tend() {
      await makeRoomAhead(database);
      await dropExpired(database);
      await archiveStore.sweep();
      await usage.sweep();
      await indexEarlierRuns(database);
      await removeExpiredItems(database);
      await sweepFiles(database);
    },
    stopWaiting: () => database.stopWaiting(),
    async close() {
      await usage.close();
      await objects.close();
      await database.close();
    },
  };
}
