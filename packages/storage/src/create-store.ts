import type { Store } from '@cadence/contracts';
import { createAuditStore } from './audit/audit-store.ts';
import { createCheckpointStore } from './checkpoints/checkpoint-store.ts';
import type { Database } from './database/database.ts';
import { statement } from './database/statement.ts';
import { createEventStore } from './events/event-store.ts';
import { createToolLedger } from './events/tool-ledger.ts';
import { createIdempotencyStore } from './idempotency/idempotency-store.ts';
import { createKeyStore } from './keys/key-store.ts';
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

const anything = statement('SELECT version FROM cadence_schema LIMIT 1');

/** The store on a database whose schema is up to date. */
export function createStore(database: Database): Store {
  const heads = createHeadCache();
  return {
    workflows: createWorkflowStore(database),
    agents: createAgentStore(database),
    profiles: createProfileStore(database),
    conversations: createConversationStore(database),
    runs: createRunStore(database, heads),
    states: createStateStore(database, heads),
    handoffs: createHandoffStore(database),
    events: createEventStore(database),
    ledger: createToolLedger(database),
    keys: createKeyStore(database),
    audit: createAuditStore(database),
    usage: createUsageStore(database),
    idempotency: createIdempotencyStore(database),
    secrets: createSecretStore(database),
    checkpoints: createCheckpointStore(database),
    ping: async () => void (await database.first(anything, {})),
    close: () => database.close(),
  };
}
