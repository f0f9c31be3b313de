// Workflows made ready to run: pinned to a stored version, compiled with the plugins and MCP servers as they are, each
// once for as long as those stay so.
import {
  type AgentDefinition,
  CadenceError,
  type ChatModel,
  defaultLimits,
  LruCache,
  type PluginKind,
  type Recording,
  type ResolvedLimits,
  type RunRecord,
  type Store,
  type Tool,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import {
  type CheckOptions,
  drawMermaid,
  type Kinds,
  kindsWith,
  type SimulateOptions,
} from '@cadence-agents/workflow';
import { z } from 'zod';
import type { Log } from '../log.ts';
import type { SecretValues } from '../masking/secret-values.ts';
import type { Models } from '../models/model-registry.ts';
import { recordedParts } from '../recording/recorded-parts.ts';
import type { Runtime, Workflow } from '../runtime/runtime.ts';
import { compileWorkflow, type WorkflowParts } from './compile-workflow.ts';
import { type CoordinatorSettings, coordinatorWorkflow } from './coordinator-workflow.ts';
import { planVerifyWorkflow } from './plan-verify-workflow.ts';
import { pluginAgent } from './plugin-agent.ts';
import { type Bundle, pluginCatalogue } from './plugin-catalogue.ts';
import { withUsableModels } from './usable-models.ts';

/** The agents, tools, kinds and limits that a definition does not carry itself. */
export interface Surroundings extends Pick<SimulateOptions, 'kinds'> {
  agents: readonly AgentDefinition[];
  tools: readonly Tool[];
  brought: readonly PluginKind[];
  limits: ResolvedLimits;
  off: ReadonlyMap<string, string>;
}

/** What the settings say about every workflow. */
export interface WorkflowSettings extends Pick<WorkflowParts, 'limits' | 'safety' | 'secretPatterns'> {
  coordinator: CoordinatorSettings;
}

export interface CompiledWorkflowsSetup extends Pick<WorkflowParts, 'fetch'> {
  /** The settings as they are; call `refresh` when they have changed. */
  settings: () => WorkflowSettings;
  models: Models;
  /** The plugins and MCP servers as they are; call `refresh` when they have changed. */
  bundles: () => readonly (Bundle & { hash: string })[];
  /** Tools, agents and node kinds of plugins that are turned off, with the name of the plugin. */
  off?: () => ReadonlyMap<string, string>;
  /** The secrets that are known by their value, as they are; call `refresh` when they have changed. */
  secrets?: () => SecretValues;
  /** What carries the workflows out. */
  runtime: Runtime;
  log: Log;
}

/** A definition to run: a stored one with its version, or what stands in a file and may be anything. */
type FoundDefinition =
  | { definition: WorkflowDefinition; version: number }
  | { definition: unknown; version: null };

/** What a workflow is compiled for. */
export type PinnedRun = Pick<RunRecord, 'tenantId' | 'workflowId' | 'workflowVersion' | 'model'>;

export interface CompiledWorkflows {
  /** The workflows over the plugins and MCP servers as they are; the same objects until they change. */
  generated(): readonly WorkflowDefinition[];
  /** What the plugins were loaded from, by slug: recorded with each run. */
  pluginHashes(): Record<string, string>;
  /** The tools of the plugins and MCP servers, each under a name of its own. */
  tools(): readonly Tool[];
  /** The node kinds of Cadence and of the plugins. */
  kinds(): Kinds;
  /** The id and version a run is pinned to; a definition that is not stored yet is checked and stored. */
  pin(store: Store, tenantId: string, found: FoundDefinition): Promise<{ id: string; version: number }>;
  /** What there is here beside a definition, for checking it. */
  known(store: Store, tenantId: string): Promise<CheckOptions>;
  /** What a definition is surrounded by here, for simulating it. */
  surroundings(store: Store, tenantId: string): Promise<Surroundings>;
  /** The workflow that a run is pinned to; `PLUGIN_AWAY` when it cannot be made without a plugin that was there. */
  of(store: Store, run: RunRecord): Promise<Workflow>;
  /** The same workflow, with this in the place of its models; for looking at what they are asked. */
  on(store: Store, run: RunRecord, model: (name: string) => ChatModel): Promise<Workflow>;
  /** What the run's workflow is made of; `null` in place of a definition that is gone. */
  recorded(from: Store, run: RunRecord): Promise<Pick<Recording, 'workflow' | 'parts'>>;
  /** Names of the models that a run of it would ask. */
  models(store: Store, run: PinnedRun): Promise<string[]>;
  /** Takes the settings, plugins, MCP servers and secrets as they are now. Runs under way keep what they began with. */
  refresh(): void;
}

export function compiledWorkflows(setup: CompiledWorkflowsSetup): CompiledWorkflows {
  const { models, runtime, log } = setup;
  let made = generate(setup);
  let compiled = new LruCache<string, Promise<Workflow>>(MAX_CACHED);
  const definitions = new LruCache<string, Promise<WorkflowDefinition>>(MAX_CACHED);
  const pins = new WeakMap<object, LruCache<string, Promise<{ id: string; version: number }>>>();

  const compile = (definition: unknown, agents: readonly AgentDefinition[], model: WorkflowParts['model']) =>
    compileWorkflow(definition, {
      model,
      tools: made.tools,
      kinds: made.brought,
      agents: [...agents, ...made.agents],
      limits: made.limits,
      safety: made.safety,
      secretPatterns: made.secretPatterns,
      ...(setup.fetch && { fetch: setup.fetch }),
      ...(setup.secrets && { secrets: setup.secrets() }),
      runtime,
    });
  const store = async (to: Store, tenantId: string, given: unknown) => {
    const { definition } = compile(given, await to.agents.list(tenantId), models.get);
    return { id: definition.id, ...(await to.workflows.put(tenantId, definition, { publish: false })) };
  };

  const compiledFor = async (from: Store, run: PinnedRun) => {
    const { workflowId, workflowVersion, model } = run;
    const { key, definition, agents } = await pinned(definitions, from, run, made.agents);
    return cached(compiled, agents.length === 0 ? key : key + JSON.stringify(agents), async () => {
      log.debug('workflow compiled', {
        workflowId,
        workflowVersion,
        graph: drawMermaid(definition, made.kinds),
      });
      return compile(definition, agents, (name) => models.get(name ?? model));
    });
  };

  return {
    refresh() {
      made = generate(setup);
      compiled = new LruCache(MAX_CACHED);
    },
    generated: () => made.definitions,
    pluginHashes: () => made.hashes,
    tools: () => made.tools,
    kinds: () => made.kinds,
    async pin(to, tenantId, found) {
      if (found.version !== null) return { id: found.definition.id, version: found.version };
      const { definition } = found;
      if (typeof definition !== 'object' || definition === null) return store(to, tenantId, definition);
      const known =
        pins.get(definition) ?? new LruCache<string, Promise<{ id: string; version: number }>>(MAX_CACHED);
      pins.set(definition, known);
      return cached(known, tenantId, () => store(to, tenantId, definition));
    },
    known: async (from, tenantId) => knownTo(await surroundings(from, tenantId, made), models),
    surroundings: (from, tenantId) => surroundings(from, tenantId, made),
    async on(from, run, model) {
      const { definition, agents } = await pinned(definitions, from, run, made.agents);
      return compile(definition, agents, (name) => model(models.get(name ?? run.model).name));
    },
    models: async (from, run) => [...(await compiledFor(from, run)).models].map(({ name }) => name),
    recorded: async (from, run) => partsFor(made, await pinned(definitions, from, run, made.agents)),
    of: (from, run) =>
      compiledFor(from, run).catch((error: unknown) => {
        throw pluginAway(run, made.hashes, error) ?? error;
      }),
  };
}

async function surroundings(
  from: Store,
  tenantId: string,
  { agents: brings, tools, brought, kinds, limits, off }: ReturnType<typeof generate>,
): Promise<Surroundings> {
  const agents = [...(await from.agents.list(tenantId)), ...brings];
  return { agents, tools, brought, kinds, off, limits: { ...defaultLimits, ...limits } };
}

/** What of the surroundings the checker looks at. */
function knownTo({ tools, ...known }: Surroundings, { problemOf }: Models): CheckOptions {
  return { ...known, tools: tools.map(({ name }) => name), toolTraits: tools, modelProblem: problemOf };
}

/**
 * The failure told as that of a plugin: one that the run began with is not here as it was, or what no plugin here brings
 * is asked for. Another process may have it.
 */
function pluginAway(
  { id, metadata }: RunRecord,
  loaded: Readonly<Record<string, string>>,
  cause: unknown,
): CadenceError | undefined {
  if (!CadenceError.is(cause) || cause.code !== 'WORKFLOW_INVALID') return undefined;
  const others = Object.entries(metadata.plugins ?? {}).filter(([slug, hash]) => loaded[slug] !== hash);
  const away = others.flatMap(([slug]) => (Object.hasOwn(loaded, slug) ? [] : [slug]));
  if (others.length === 0 && !broughtByPlugin.safeParse(cause.details).success) return undefined;
  const names = away.map((slug) => `"${slug}"`).join(', ');
  const message =
    away.length === 0
      ? `The run "${id}" needs what no plugin here brings.`
      : `The run "${id}" began with ${away.length === 1 ? 'a plugin that is' : 'plugins that are'} not loaded now: ${names}.`;
  return new CadenceError('PLUGIN_AWAY', message, {
    hint: 'It goes on when the plugin is loaded again; see: cadence plugin list',
    details: { plugins: away },
    cause,
  });
}

/** The problems of a definition that names a tool, an agent or a node kind of a plugin which is not here. */
const broughtByPlugin = z
  .array(z.object({ code: z.string() }))
  .refine((problems) =>
    problems.some(({ code }) => ['TOOL_UNKNOWN', 'PLUGIN_AGENT_UNKNOWN', 'NODE_TYPE_UNKNOWN'].includes(code)),
  );

/** What comes of the settings, plugins and MCP servers as they are. */
function generate(setup: CompiledWorkflowsSetup) {
  const { limits = {}, safety, secretPatterns = [], coordinator } = setup.settings();
  const bundles = setup.bundles();
  const { plugins, tools, kinds: brought } = pluginCatalogue(bundles);
  const usable = withUsableModels(plugins, setup.models, setup.log);
  const definitions: readonly WorkflowDefinition[] = [
    coordinatorWorkflow(usable, coordinator),
    planVerifyWorkflow(tools),
  ];
  const agents = usable.flatMap((plugin) => (plugin.agentId ? [pluginAgent(plugin, plugin.agentId)] : []));
  const kinds = kindsWith(brought.map(({ kind }) => kind));
  const hashes = Object.fromEntries(bundles.map(({ slug, hash }) => [slug, hash]));
  const off = setup.off?.() ?? new Map<string, string>();
  return { agents, tools, brought, kinds, definitions, hashes, limits, safety, secretPatterns, off };
}

/** What it takes to compile a definition elsewhere. */
function partsFor(
  { agents: brings, tools, brought: kinds, hashes: plugins, limits, safety }: ReturnType<typeof generate>,
  { definition, agents }: { definition: WorkflowDefinition; agents: AgentDefinition[] },
): Pick<Recording, 'workflow' | 'parts'> {
  const known = { definition, agents: [...agents, ...brings], safety, tools, kinds, plugins };
  return {
    workflow: definition,
    parts: recordedParts({ ...known, limits: { ...defaultLimits, ...limits } }),
  };
}

const MAX_CACHED = 1_000;

/** A failure is not cached. */
function cached<T>(cache: LruCache<string, Promise<T>>, key: string, create: () => Promise<T>): Promise<T> {
  return cache.getOrCreate(key, () => {
    const created = create();
    created.catch(() => cache.delete(key));
    return created;
  });
}

/** The definition of a run with the agents that it lacks, and what tells it from others. */
async function pinned(
  definitions: LruCache<string, Promise<WorkflowDefinition>>,
  from: Store,
  run: PinnedRun,
  brought: readonly AgentDefinition[],
): Promise<{ key: string; definition: WorkflowDefinition; agents: AgentDefinition[] }> {
  const { tenantId, workflowId, workflowVersion, model } = run;
  const key = JSON.stringify([tenantId, workflowId, workflowVersion, model]);
  const definition = await cached(definitions, key, () => pinnedDefinition(from, run));
  // Agents that are rows of their own can change under a definition, and in another process.
  const agents = lacksAgents(definition, brought) ? await from.agents.list(tenantId) : [];
  return { key, definition, agents };
}

async function pinnedDefinition(
  from: Store,
  { tenantId, workflowId, workflowVersion }: PinnedRun,
): Promise<WorkflowDefinition> {
  const pinned = await from.workflows.get(tenantId, workflowId, workflowVersion ?? undefined);
  if (pinned) return pinned.definition;
  throw new CadenceError('WORKFLOW_NOT_FOUND', `The workflow "${workflowId}" of this run is gone.`, {
    hint: 'Store it again, then send the message again.',
  });
}

/** Whether a node names an agent that neither the definition nor a plugin has. */
function lacksAgents(
  { nodes, agents = [] }: WorkflowDefinition,
  brought: readonly AgentDefinition[],
): boolean {
  const own = new Set([...agents, ...brought].map(({ id }) => id));
  return nodes.some(({ agentId }) => typeof agentId === 'string' && !own.has(agentId));
}
