import { defaultLimits, type ModelPrice } from '@cadence-agents/contracts';
import { z } from 'zod';
import { allowedHostSchema } from './allowed-host-schema.ts';
import { type McpServersConfig, mcpServersSettingSchema } from './mcp-servers-schema.ts';
import { modelPricesSchema } from './model-prices-schema.ts';
import { modelUrlsSchema } from './model-urls-schema.ts';
import { type Safety, safetySettingSchema } from './safety-schema.ts';
import { setting } from './setting.ts';
import { type TrustProxy, trustProxySchema } from './trust-proxy-schema.ts';
import {
  tenantConcurrencySchema,
  tenantWeightsSchema,
  type Unrecorded,
  unrecordedSchema,
  workflowConcurrencySchema,
} from './work-limits-schema.ts';

const text = z.string().trim().min(1);
const optionalText = z.string().trim().min(1).nullable();
const flag = z.union([z.boolean(), z.stringbool()]);
/** A switch as well: on is by the model's own mode. */
const structuring = z.preprocess(
  (given) => ({ true: 'model', false: 'none' })[String(given).trim().toLowerCase()] ?? given,
  z.enum(['model', 'prompt', 'none']),
);
const count = z.coerce.number().int().nonnegative();
const list = z.union([
  z.array(text),
  z.string().transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
]);
/** One path, or a JSON list of paths. */
const paths = z.union([
  z.array(text),
  z.string().transform((value, context) => {
    if (!value.trim().startsWith('[')) return value.trim() === '' ? [] : [value.trim()];
    try {
      return z.array(text).parse(JSON.parse(value));
    } catch {
      context.addIssue('Expected a path or a JSON list of paths');
      return z.NEVER;
    }
  }),
]);
const secretKeySchema = z.string().trim().min(16);

const atOnce = { takesEffect: 'at once' } as const;
const fromNextRun = { takesEffect: 'next run' } as const;
const withinAnHour = { takesEffect: 'within an hour' } as const;

/** Every setting; the key is its name in `cadence.config.ts`. */
export const settingTable = {
  host: setting('CADENCE_HOST', text, '127.0.0.1', 'Address to listen on.'),
  port: setting('CADENCE_PORT', z.coerce.number().int().min(0).max(65_535), 8000, 'Port to listen on.'),
  dataDir: setting('CADENCE_DATA_DIR', text, './.cadence', 'Folder for the database and uploads.'),
  databaseUrl: setting('CADENCE_DATABASE_URL', optionalText, null, 'postgres://… instead of SQLite.', {
    secret: true,
  }),
  databaseListenUrl: setting(
    'CADENCE_DATABASE_LISTEN_URL',
    optionalText,
    null,
    'postgres://… of the server itself, for notifications, where CADENCE_DATABASE_URL leads through a pooler.',
    { secret: true },
  ),
  databaseReplicaUrl: setting(
    'CADENCE_DATABASE_REPLICA_URL',
    optionalText,
    null,
    'postgres://… of a server that follows, for lists of conversations and runs, usage and audit: a moment old.',
    { secret: true },
  ),
  busUrl: setting(
    'CADENCE_BUS_URL',
    z
      .string()
      .trim()
      .regex(/^rediss?:\/\//, 'Expected redis://… or rediss://…')
      .nullable(),
    null,
    'redis://… or rediss://…, by which processes hear of one another at once and pass text on as it comes.',
    { secret: true },
  ),
  busPrefix: setting(
    'CADENCE_BUS_PREFIX',
    text,
    'cadence:',
    'Before the names of all channels of the bus, so that deployments can share one.',
  ),
  defaultModel: setting(
    'CADENCE_DEFAULT_MODEL',
    text,
    'offline',
    'provider:model for agents that name none.',
    fromNextRun,
  ),
  coordinatorModel: setting(
    'CADENCE_COORDINATOR_MODEL',
    optionalText,
    null,
    'Model of the coordinator.',
    fromNextRun,
  ),
  synthesizerModel: setting(
    'CADENCE_SYNTHESIZER_MODEL',
    optionalText,
    null,
    'Model that writes the final answer.',
    fromNextRun,
  ),
  suspendModel: setting(
    'CADENCE_SUSPEND_MODEL',
    optionalText,
    null,
    'Model that answers when a limit was hit.',
    fromNextRun,
  ),
  fallbackModels: setting(
    'CADENCE_FALLBACK_MODELS',
    list,
    [],
    'Models to try in turn when one fails.',
    fromNextRun,
  ),
  modelUrls: setting<Readonly<Record<string, string>>>(
    'CADENCE_MODEL_URLS',
    modelUrlsSchema,
    {},
    'Where providers are reached if not at their usual address, as JSON: {"ollama": "http://127.0.0.1:11434"}; a variable as OPENAI_BASE_URL comes first.',
    fromNextRun,
  ),
  chatModels: setting(
    'CADENCE_CHAT_MODELS',
    list,
    [],
    'Models, as provider:model, that the page lets people choose from for a message; no choice without it.',
    atOnce,
  ),
  embeddingModel: setting(
    'CADENCE_EMBEDDING_MODEL',
    optionalText,
    null,
    'Model for /v1/embeddings, as openai:<model> or ollama:<model>; there are none without it.',
    atOnce,
  ),
  modelTimeoutMs: setting(
    'CADENCE_MODEL_TIMEOUT_MS',
    count,
    60_000,
    'How long one model call may take.',
    fromNextRun,
  ),
  pluginsDir: setting('CADENCE_PLUGINS_DIR', paths, [], 'Folder, or JSON list of folders, with plugins.'),
  enableDirectoryPlugins: setting(
    'CADENCE_ENABLE_DIRECTORY_PLUGINS',
    flag,
    true,
    'Load plugins from folders.',
  ),
  storePlugin: setting(
    'CADENCE_STORE_PLUGIN',
    optionalText,
    null,
    'Folder that uploaded plugins are unpacked into; they are kept in the database.',
  ),
  enableUploads: setting('CADENCE_ENABLE_UPLOADS', flag, false, 'Allow plugin uploads.'),
  pluginIsolation: setting(
    'CADENCE_PLUGIN_ISOLATION',
    z.enum(['auto', 'process', 'namespace']),
    'auto',
    'How plugins that run apart are kept apart: process, namespace, or the best there is.',
  ),
  isolatedPlugins: setting(
    'CADENCE_ISOLATED_PLUGINS',
    list,
    [],
    'Plugins in folders that run apart like uploaded ones, by the names of their folders; all for every one.',
  ),
  pluginSecrets: setting(
    'CADENCE_PLUGIN_SECRETS',
    list,
    [],
    'Names of variables that plugins that run apart may have if they declare them.',
  ),
  pluginNetwork: setting(
    'CADENCE_PLUGIN_NETWORK',
    flag,
    false,
    'Allow the network to plugins that run apart and declare it.',
  ),
  pluginMemoryMb: setting(
    'CADENCE_PLUGIN_MEMORY_MB',
    z.coerce.number().int().min(32).max(65_536),
    256,
    'Memory that one plugin that runs apart may use.',
  ),
  maxAgentHops: setting(
    'CADENCE_MAX_AGENT_HOPS',
    count,
    defaultLimits.maxAgentHops ?? 25,
    'Hand-overs to agents in a turn.',
    fromNextRun,
  ),
  maxToolHops: setting(
    'CADENCE_MAX_TOOL_HOPS',
    count,
    defaultLimits.maxToolHops ?? 50,
    'Tool calls in a turn.',
    fromNextRun,
  ),
  consecutiveAgentRouteLimit: setting(
    'CADENCE_COORDINATOR_CONSECUTIVE_AGENT_ROUTE_LIMIT',
    count,
    defaultLimits.maxSameAgentRoutes ?? 5,
    'Hand-overs to the same agent in a row.',
    fromNextRun,
  ),
  coordinatorMaxAgents: setting(
    'CADENCE_COORDINATOR_MAX_AGENTS',
    z.coerce.number().int().positive(),
    20,
    'Agents the coordinator is offered at once; the most relevant ones when there are more.',
    fromNextRun,
  ),
  allowedCoordinatorTerminate: setting(
    'CADENCE_ALLOWED_COORDINATOR_TERMINATE',
    flag,
    false,
    'The coordinator may answer by itself.',
    fromNextRun,
  ),
  useStructuredSynthesizer: setting(
    'CADENCE_USE_STRUCTURED_SYNTHESIZER',
    structuring,
    'model',
    'How structured answers are made: model (or true), prompt, none (or false).',
    fromNextRun,
  ),
  runTimeoutMs: setting(
    'CADENCE_RUN_TIMEOUT_MS',
    z.coerce.number().int().positive().max(86_400_000),
    defaultLimits.timeoutMs,
    'How long a turn may take.',
    fromNextRun,
  ),
  maxSteps: setting(
    'CADENCE_MAX_STEPS',
    z.coerce.number().int().positive(),
    defaultLimits.maxSteps ?? 15,
    'Steps of a declarative workflow in a turn.',
    fromNextRun,
  ),
  runtime: setting(
    'CADENCE_RUNTIME',
    z.enum(['native', 'langgraph']),
    'native',
    'What carries workflows out: native, or langgraph for LangGraph.',
  ),
  contextWindowTokens: setting(
    'CADENCE_CONTEXT_WINDOW_TOKENS',
    z.coerce.number().int().min(1000).max(10_000_000).nullable(),
    null,
    'Most tokens of one request to a model; what the model is known to take where none is set, and 32,000 for one that is not known.',
    fromNextRun,
  ),
  maxOutputTokens: setting(
    'CADENCE_MAX_OUTPUT_TOKENS',
    z.coerce.number().int().positive().nullable(),
    null,
    'Most tokens of one reply, where neither the agent nor the workflow says; a number that suits the model where none is set.',
    fromNextRun,
  ),
  safety: setting<Safety>(
    'CADENCE_SAFETY',
    safetySettingSchema,
    {},
    'Blocked patterns, tools by role, a policy, limits and secrets, as JSON; they hold in every workflow.',
    fromNextRun,
  ),
  concurrency: setting(
    'CADENCE_CONCURRENCY',
    z.coerce.number().int().positive(),
    100,
    'Conversations that one process works on at once; further messages wait.',
  ),
  tenantConcurrency: setting<Readonly<Record<string, number>>>(
    'CADENCE_TENANT_CONCURRENCY',
    tenantConcurrencySchema,
    {},
    'Conversations of one tenant that all processes together work on at once: a number for each, or JSON by tenant, as {"*": 20, "acme": 50}.',
  ),
  tenantWeights: setting<Readonly<Record<string, number>>>(
    'CADENCE_TENANT_WEIGHTS',
    tenantWeightsSchema,
    {},
    'How much a tenant gets while others wait too, as JSON by tenant: {"acme": 3} gets three times as much as others.',
  ),
  workflowConcurrency: setting<Readonly<Record<string, number>>>(
    'CADENCE_WORKFLOW_CONCURRENCY',
    workflowConcurrencySchema,
    {},
    'Conversations at once that run a workflow, in all processes together, as JSON by its id: {"research": 5}.',
  ),
  record: setting(
    'CADENCE_RECORD',
    flag,
    true,
    'Whether runs are recorded, so that they can be replayed: what models replied is kept with their events.',
    fromNextRun,
  ),
  unrecorded: setting<Unrecorded>(
    'CADENCE_UNRECORDED',
    unrecordedSchema,
    {},
    'Tenants and workflows whose runs are not recorded, as JSON: {"tenants": ["acme"], "workflows": ["desk"]}.',
    fromNextRun,
  ),
  stateCacheMb: setting(
    'CADENCE_STATE_CACHE_MB',
    z.coerce.number().int().min(1).max(65_536),
    64,
    'Memory for the conversations that were at work last, which are then not read anew; in MB of JSON.',
  ),
  maxFileMb: setting(
    'CADENCE_MAX_FILE_MB',
    z.coerce.number().positive().max(1_000),
    20,
    'Size of a file that can be sent with a message, in MB.',
    atOnce,
  ),
  maxSchedules: setting('CADENCE_MAX_SCHEDULES', count, 1_000, 'Schedules that one tenant may have.', atOnce),
  mcpServers: setting<McpServersConfig>(
    'CADENCE_MCP_SERVERS',
    mcpServersSettingSchema,
    {},
    'MCP servers whose tools may be used, by name, as JSON.',
    { secret: true },
  ),
  mcpCommands: setting(
    'CADENCE_MCP_COMMANDS',
    flag,
    false,
    'Run commands that are entered as MCP servers while the server runs; those of CADENCE_MCP_SERVERS are run anyway.',
  ),
  mcpExpose: setting(
    'CADENCE_MCP_EXPOSE',
    list,
    ['workflows'],
    'What /mcp offers: workflows, tools, or the names of single ones.',
    atOnce,
  ),
  retentionDays: setting(
    'CADENCE_RETENTION_DAYS',
    z.coerce.number().positive().nullable(),
    null,
    'Days after which an untouched conversation is removed; kept for ever when absent.',
    withinAnHour,
  ),
  archiveUrl: setting(
    'CADENCE_ARCHIVE_URL',
    optionalText,
    null,
    'Folder, or s3://bucket/prefix, that old runs are moved to and read from; keys of S3 are in the AWS_… variables.',
  ),
  archiveAfterDays: setting(
    'CADENCE_ARCHIVE_AFTER_DAYS',
    z.coerce.number().positive().nullable(),
    null,
    'Days after which the events and steps of an ended run are moved there; by hand alone when absent.',
    withinAnHour,
  ),
  adminKey: setting(
    'CADENCE_ADMIN_KEY',
    z.string().trim().min(16).nullable(),
    null,
    'Key with all rights, of 16 characters or more.',
    { secret: true },
  ),
  secretKey: setting(
    'CADENCE_SECRET_KEY',
    secretKeySchema.nullable(),
    null,
    'Key that stored secrets are encrypted with: 32 bytes in base64, or a passphrase; else secret.key in the data folder.',
    { secret: true },
  ),
  secretKeysOld: setting(
    'CADENCE_SECRET_KEYS_OLD',
    list.pipe(z.array(secretKeySchema)),
    [],
    'Former keys, so that what they encrypted can still be read.',
    { secret: true },
  ),
  allowedHosts: setting(
    'CADENCE_ALLOWED_HOSTS',
    list.pipe(z.array(allowedHostSchema)),
    [],
    'Hosts, addresses and CIDR ranges of your own network that tools and plugins may call.',
  ),
  modelPrices: setting<Readonly<Record<string, ModelPrice>>>(
    'CADENCE_MODEL_PRICES',
    modelPricesSchema,
    {},
    'What a million tokens cost, as {"openai:gpt-5-mini": {"input": 0.25, "cachedInput": 0.025, "output": 2}}; "cacheWrite" is for providers that charge for taking a prompt into their cache.',
    atOnce,
  ),
  corsOrigins: setting(
    'CADENCE_CORS_ORIGINS',
    list,
    [],
    'Origins whose pages may use the API; none when empty.',
  ),
  trustProxy: setting<TrustProxy>(
    'CADENCE_TRUST_PROXY',
    trustProxySchema,
    false,
    'How many proxies are in front, or their addresses: a client is known by the address that the first of them saw.',
  ),
  rateLimitPerKey: setting(
    'CADENCE_RATE_LIMIT_PER_KEY',
    count,
    600,
    'Requests a minute of one key, at all processes together; 0 for no limit.',
    atOnce,
  ),
  rateLimitPerUser: setting(
    'CADENCE_RATE_LIMIT_PER_USER',
    count,
    600,
    'Requests a minute of one user, at all processes together; 0 for no limit.',
    atOnce,
  ),
  rateLimitPerAddress: setting(
    'CADENCE_RATE_LIMIT_PER_ADDRESS',
    count,
    1_200,
    'Requests a minute from one address, at all processes together; 0 for no limit.',
    atOnce,
  ),
  leaseMs: setting(
    'CADENCE_LEASE_MS',
    z.coerce.number().int().min(1_000).max(600_000),
    3_000,
    'How long a run stays with a process that gives no sign of life; one that has ended on the same machine is noticed at once.',
  ),
  drainMs: setting(
    'CADENCE_DRAIN_MS',
    count,
    30_000,
    'How long runs under way may take to end when the server stops.',
  ),
  watchdogMs: setting(
    'CADENCE_WATCHDOG_MS',
    z.coerce
      .number()
      .int()
      .refine((ms) => ms === 0 || ms >= 1_000, 'Expected 0, or 1000 and more'),
    10_000,
    'How long the event loop may be blocked before the process is ended, to be started anew; 0 for ever.',
  ),
  logLevel: setting(
    'CADENCE_LOG_LEVEL',
    z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    'info',
    'What is logged.',
  ),
};

type Table = typeof settingTable;
export type SettingName = keyof Table;
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingTable, name);
export type Settings = { [K in SettingName]: Table[K]['fallback'] };
