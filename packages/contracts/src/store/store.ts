import type { ArchiveStore } from './archive-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { CheckpointStore } from './checkpoint-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { DeploymentStore } from './deployment-store.ts';
import type { FileStore } from './file-store.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { ItemStore } from './item-store.ts';
import type { KeyStore } from './key-store.ts';
import type { PersonStore } from './person-store.ts';
import type { PluginVersionStore } from './plugin-version-store.ts';
import type { ProfileStore } from './profile-store.ts';
import type { RequestCountStore } from './request-count-store.ts';
import type { ConversationStore, EventStore, HandoffStore, RunStore } from './run-store.ts';
import type { ScheduleStore } from './schedule-store.ts';
import type { SecretStore } from './secret-store.ts';
import type { SettingStore } from './setting-store.ts';
import type { StateStore } from './state-store.ts';
import type { ToolLedger } from './tool-ledger.ts';
import type { UsageStore } from './usage-store.ts';
import type { WorkerStore } from './worker-store.ts';
import type { AgentStore, WorkflowStore } from './workflow-store.ts';

/** Everything Cadence keeps. One implementation a database; one conformance suite over all. */
export interface Store {
  workflows: WorkflowStore;
  agents: AgentStore;
  profiles: ProfileStore;
  conversations: ConversationStore;
  runs: RunStore;
  workers: WorkerStore;
  deployment: DeploymentStore;
  states: StateStore;
  handoffs: HandoffStore;
  events: EventStore;
  ledger: ToolLedger;
  keys: KeyStore;
  audit: AuditStore;
  usage: UsageStore;
  idempotency: IdempotencyStore;
  schedules: ScheduleStore;
  deliveries: DeliveryStore;
  items: ItemStore;
  files: FileStore;
  secrets: SecretStore;
  /** MCP servers that were entered, each a sealed text. */
  mcpServers: SecretStore;
  settings: SettingStore;
  pluginVersions: PluginVersionStore;
  requestCounts: RequestCountStore;
  people: PersonStore;
  checkpoints: CheckpointStore;
  archive: ArchiveStore;
  /**
   * Throws what keeps work from being taken: the database is away, cannot be written to, is damaged, or was changed by a
   * newer program. The answer may be some seconds old.
   */
  probe(): Promise<void>;
  /** What has to be done now and then, so that there is room for what comes and none is taken by what is gone. */
  tend(): Promise<void>;
  /** From now on what needs a database that is away fails at once: a process that stops cannot wait for it. */
  stopWaiting(): void;
  close(): Promise<void>;
}
