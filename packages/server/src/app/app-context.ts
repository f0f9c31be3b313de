import type {
  FileText,
  OutgoingFetch,
  Recording,
  RunRecord,
  StateRecord,
  Store,
  Tool,
} from '@cadence-agents/contracts';
import type {
  Conversations,
  EmbeddingModel,
  Log,
  Models,
  PluginHost,
  SentRequest,
  Surroundings,
} from '@cadence-agents/engine';
import type { CheckOptions, CheckResult, Kinds, Mended } from '@cadence-agents/workflow';
import type { BusState } from '../bus/shared-signals.ts';
import type { EnteredServers } from '../mcp/entered-servers.ts';
import type { McpServers } from '../mcp/mcp-servers.ts';
import type { PluginStore } from '../plugin-store/plugin-store.ts';
import { type ApiKeys, createApiKeys } from '../security/api-keys.ts';
import type { EnteredSecrets } from '../security/open-secrets.ts';
import type { ReadSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/setting-table.ts';
import type { EnteredSettings } from '../settings/settings-in-force.ts';
import type { WebhookSecrets } from '../webhooks/webhook-secrets.ts';
import type { WorkflowCatalogue } from '../workflows/workflow-catalogue.ts';

/** What is opened once, whoever then works with it. */
export interface OpenedParts
  extends Pick<
    Conversations,
    'send' | 'follow' | 'followLive' | 'wait' | 'cancel' | 'answer' | 'deleteConversation'
  > {
  store: Store;
  models: Models;
  /** The model for that, if one is set. */
  embeddings(): EmbeddingModel | undefined;
  /** As they are in force: what is entered takes effect in this object. */
  settings: Settings;
  enteredSettings: EnteredSettings;
  /** Where keys and addresses of providers are looked up. */
  modelEnv(): ReadSettings['env'];
  plugins: PluginHost;
  /** The plugins that were installed. */
  pluginStore: PluginStore;
  mcpServers: McpServers;
  /** Those of them that were entered. */
  enteredServers: EnteredServers;
  workflows: WorkflowCatalogue;
  /** Everything that is wrong with a definition, with the tools, agents and limits that there are here. */
  check(
    tenantId: string,
    definition: unknown,
    options?: Pick<CheckOptions, 'agentsElsewhere'>,
  ): Promise<CheckResult>;
  /** The definition with what can be mended without asking, and what is left. */
  mend(
    tenantId: string,
    definition: unknown,
    options?: Pick<CheckOptions, 'agentsElsewhere'>,
  ): Promise<Mended>;
  /** The agents, tools, kinds and limits that there are here, for simulating a definition. */
  surroundings(tenantId: string): Promise<Surroundings>;
  /** The tools of the plugins and MCP servers, each under a name of its own. */
  tools(): readonly Tool[];
  /** The node kinds of Cadence and of the plugins. */
  kinds(): Kinds;
  /** What a step sent to a model, by the states before and after it. */
  sentRequest(
    run: RunRecord,
    before: StateRecord | undefined,
    after: StateRecord,
  ): Promise<SentRequest | undefined>;
  /** What a run's workflow is made of, for replaying it. */
  recordedParts(run: RunRecord): Promise<Pick<Recording, 'workflow' | 'parts'>>;
  /** What a document says. */
  fileText(tenantId: string, fileId: string): Promise<FileText | undefined>;
  /** How tools call addresses that somebody chose. */
  fetch: OutgoingFetch;
  /** Masks secrets, by their form and by their value. */
  mask(text: string): string;
  secrets: EnteredSecrets;
  /** Whether a variable has a value, in the environment or as a secret that was entered. */
  hasVariable(name: string): boolean;
  /** What the processes of the deployment wake one another by. */
  bus(): BusState;
  /** What deliveries of webhooks are signed with. */
  webhookSecrets: WebhookSecrets;
}

/**
 * What the use cases work with. Each names the parts that it needs, so that a command that only reads the store does
 * not have to load plugins.
 */
export interface AppContext extends OpenedParts {
  keys: ApiKeys;
  log: Log;
}

/** All of it, for those who serve whatever is asked for. */
export function appContext(opened: OpenedParts, log: Log): AppContext {
  const keys = createApiKeys({ store: opened.store.keys, adminKey: opened.settings.adminKey, log });
  return { ...opened, keys, log };
}
