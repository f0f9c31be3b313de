// Workflows made ready to run: pinned to a stored version, compiled with the plugins and MCP servers as they are, each
// once for as long as those stay so.
import {
  CadenceError,
  type RunRecord,
  type Store,
  type Tool,
  type WorkflowDefinition,
} from '@cadence/contracts';
import {
  type Checkpointer,
  compileWorkflow,
  coordinatorWorkflow,
  type Log,
  type Models,
  type PluginHost,
  planVerifyWorkflow,
  pluginCatalogue,
  type Workflow,
} from '@cadence/engine';
import { drawMermaid } from '@cadence/workflow';
import { coordinatorSettings, limitsFrom, planVerifySettings, secretPatterns } from './engine-settings.ts';
import type { McpServers } from './mcp/mcp-servers.ts';
import type { Settings } from './settings/setting-table.ts';
import type { FoundWorkflow } from './workflow-catalogue.ts';

interface Parts {
  settings: Settings;
  models: Models;
  plugins: PluginHost;
  mcpServers: McpServers;
  log: Log;
}

export interface CompiledWorkflows {
  /** The workflows over the plugins and MCP servers as they are; the same objects until they change. */
  generated(): readonly WorkflowDefinition[];
  /** What the plugins were loaded from, by slug: recorded with each run. */
  pluginHashes(): Record<string, string>;
  /** The tools of the plugins and MCP servers as they are. */
  tools(): readonly Tool[];
  /** The id and version a run is pinned to; a definition that is not stored yet is checked and stored. */
  pin(store: Store, tenantId: string, found: FoundWorkflow): Promise<{ id: string; version: number }>;
  /** The workflow that a run is pinned to. */
  of(store: Store, run: RunRecord, checkpointer: Checkpointer): Promise<Workflow>;
}

export function compiledWorkflows({ settings, models, plugins, mcpServers, log }: Parts): CompiledWorkflows {
  let made = generate({ settings, plugins, mcpServers });
  let compiled = new Map<string, Promise<Workflow>>();
  const pins = new WeakMap<object, Map<string, Promise<{ id: string; version: number }>>>();
  const masked = secretPatterns(settings);
  const refresh = () => {
    made = generate({ settings, plugins, mcpServers });
    compiled = new Map();
  };
  plugins.onChange(refresh);
  mcpServers.onChange(refresh);

  const compile = (definition: unknown, model: string | null, checkpointer?: Checkpointer) =>
    compileWorkflow(definition, {
      model: (name) => models.get(name ?? model),
      tools: made.tools,
      limits: limitsFrom(settings),
      secretPatterns: masked,
      ...(checkpointer && { checkpointer }),
    });
  const store = async (to: Store, tenantId: string, given: unknown) => {
    const { definition } = await compile(given, null);
    const { version } = await to.workflows.put(tenantId, definition, { publish: false });
    return { id: definition.id, version };
  };

  return {
    generated: () => made.definitions,
    pluginHashes: () => made.hashes,
    tools: () => made.tools,
    async pin(to, tenantId, { definition, version }) {
      const { id } = definition as WorkflowDefinition;
      if (version !== null) return { id, version };
      if (typeof definition !== 'object' || definition === null) return store(to, tenantId, definition);
      const known = pins.get(definition) ?? new Map<string, Promise<{ id: string; version: number }>>();
      pins.set(definition, known);
      const pinned = known.get(tenantId) ?? store(to, tenantId, definition);
      known.set(tenantId, pinned);
      pinned.catch(() => known.delete(tenantId));
      return pinned;
    },
    of(from, { tenantId, workflowId, workflowVersion, model }, checkpointer) {
      const key = JSON.stringify([tenantId, workflowId, workflowVersion, model]);
      const known = compiled.get(key);
      if (known) return known;
      const workflow = (async () => {
        const pinned = await from.workflows.get(tenantId, workflowId, workflowVersion ?? undefined);
        if (pinned) {
          log.debug('workflow compiled', {
            workflowId,
            version: pinned.version,
            graph: drawMermaid(pinned.definition),
          });
          return compile(pinned.definition, model, checkpointer);
        }
        throw workflowGone(workflowId);
      })();
      compiled.set(key, workflow);
      workflow.catch(() => compiled.delete(key));
      return workflow;
    },
  };
}

/** What comes of the plugins and MCP servers as they are. */
function generate({ settings, plugins, mcpServers }: Pick<Parts, 'settings' | 'plugins' | 'mcpServers'>) {
  const bundles = [...plugins.bundles(), ...mcpServers.bundles()];
  const { plugins: agents, tools } = pluginCatalogue(bundles);
  const definitions: readonly WorkflowDefinition[] = [
    coordinatorWorkflow(agents, coordinatorSettings(settings)),
    planVerifyWorkflow(tools, planVerifySettings(settings)),
  ];
  return { tools, definitions, hashes: Object.fromEntries(bundles.map(({ slug, hash }) => [slug, hash])) };
}

function workflowGone(id: string): CadenceError {
  return new CadenceError('WORKFLOW_NOT_FOUND', `The workflow "${id}" of this run is gone.`, {
    hint: 'Store it again, then send the message again.',
  });
}
