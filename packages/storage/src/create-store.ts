import type { Store } from '@cadence/contracts';
import { createAuditStore } from './audit/audit-store.ts';
import { createCheckpointStore } from './checkpoints/checkpoint-store.ts';
import type { Database } from './database/database.ts';
import { createEventStore } from './events/event-store.ts';
import { createToolLedger } from './events/tool-ledger.ts';
import { createFitness } from './fitness.ts';
import { createIdempotencyStore } from './idempotency/idempotency-store.ts';
import { createKeyStore } from './keys/key-store.ts';
import type { Migration } from './migrations/migration.ts';
import { migrations } from './migrations/migrations.ts';
import { createPersonStore } from './people/person-store.ts';
import { createPluginVersionStore } from './plugins/plugin-version-store.ts';
import { createProfileStore } from './profiles/profile-store.ts';
import { createConversationStore } from './runs/conversation-store.ts';
import { createHandoffStore } from './runs/handoff-store.ts';
import { createRunStore } from './runs/run-store.ts';
import { createSecretStore } from './secrets/secret-store.ts';
import { createStateStore } from './states/state-store.ts';
import { createHeadCache } from './states/step-writer.ts';
import { createUsageStore } from './usage/usage-store.ts';
import { createAgentStore } from './workflows/agent-store.ts';
import { createWorkflowStore } from './workflows/workflow-store.ts';

interface Setup {
  /** Those that have brought the schema of the database up to date. */
  known?: readonly Migration[];
  stateCacheMb?: number;
}

export function createStore(database: Database, { known = migrations, stateCacheMb }: Setup = {}): Store {
  const heads = createHeadCache(stateCacheMb);
  const fitness = createFitness(database, known);
  const states = createStateStore(database, heads);
  const events = createEventStore(database);
  return {
    workflows: createWorkflowStore(database),
    agents: createAgentStore(database),
    profiles: createProfileStore(database),
    conversations: createConversationStore(database),
    runs: createRunStore(database, heads, fitness),
    states,
    handoffs: createHandoffStore(database),
    events,
    ledger: createToolLedger(database),
    keys: createKeyStore(database),
    audit: createAuditStore(database),
    usage: createUsageStore(database),
    idempotency: createIdempotencyStore(database),
    secrets: createSecretStore(database),
    pluginVersions: createPluginVersionStore(database),
    people: createPersonStore(database, { states, events }),
    checkpoints: createCheckpointStore(database),
    probe: fitness.probe,
    close: () => database.close(),
  };
}
