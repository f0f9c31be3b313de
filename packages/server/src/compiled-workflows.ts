// Workflows made ready to run: pinned to a stored version, compiled with the plugins as they are, each once for as
// long as those stay so.
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
import type { Settings } from './settings/setting-table.ts';
import { withUsableModels } from './usable-models.ts';
import type { FoundWorkflow } from './workflow-catalogue.ts';

interface Parts {
  settings: Settings;
  models: Models;
  plugins: PluginHost;
  log: Log;
}

export interface CompiledWorkflows {
  /** The workflows over the plugins as they are; the same objects until they change. */
  generated(): readonly WorkflowDefinition[];
  /** What the plugins were loaded from, by slug: recorded with each run. */
  pluginHashes(): Record<string, string>;
  /** The id and version a run is pinned to; a definition that is not stored yet is checked and stored. */
  pin(store: Store, tenantId: string, found: FoundWorkflow): Promise<{ id: string; version: number }>;
  /** The workflow that a run is pinned to. */
  of(store: Store, run: RunRecord, checkpointer: Checkpointer): Promise<Workflow>;
}

export function compiledWorkflows({ settings, models, plugins, log }: Parts): CompiledWorkflows {
  let tools: readonly Tool[] = [];
  let generated: readonly WorkflowDefinition[] = [];
  let hashes: Record<string, string> = {};
  let compiled = new Map<string, Promise<Workflow>>();
  const pins = new WeakMap<object, Map<string, Promise<{ id: string; version: number }>>>();
  const masked = secretPatterns(settings);
  const refresh = () => {
    const catalogue = pluginCatalogue(plugins.bundles());
    tools = catalogue.tools;
    generated = [
      coordinatorWorkflow(withUsableModels(catalogue.plugins, models, log), coordinatorSettings(settings)),
      planVerifyWorkflow(tools, planVerifySettings(settings)),
    ];
    hashes = Object.fromEntries(plugins.bundles().map(({ slug, hash }) => [slug, hash]));
    compiled = new Map();
  };
  plugins.onChange(refresh);
  refresh();

  const compile = (definition: unknown, model: string | null, checkpointer?: Checkpointer) =>
    compileWorkflow(definition, {
      model: (name) => models.get(name ?? model),
      tools,
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
    generated: () => generated,
    pluginHashes: () => hashes,
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
        throw new CadenceError('WORKFLOW_NOT_FOUND', `The workflow "${workflowId}" of this run is gone.`, {
          hint: 'Store it again, then send the message again.',
        });
      })();
      compiled.set(key, workflow);
      workflow.catch(() => compiled.delete(key));
      return workflow;
    },
  };
}
