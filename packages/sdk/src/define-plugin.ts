import {
  type AgentContext,
  CadenceError,
  type Plugin,
  type PluginAgent,
  type PluginMetadata,
  type Problem,
  pluginMetadataSchema,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { createdAgent } from './define-agent.ts';
import { pluginProblems } from './plugin-problems.ts';

/** A plugin as its author writes it: what has a default may be left out. */
export interface PluginDefinition<Config extends z.ZodObject = z.ZodObject>
  extends Omit<Plugin, 'metadata' | 'config' | 'createAgent'> {
  metadata: z.input<typeof pluginMetadataSchema>;
  /** A `z.strictObject({ … })` of which every field has a default or may be left out. */
  config?: Config;
  createAgent: (context: AgentContext<z.output<Config>>) => PluginAgent;
}

/**
 * A plugin, to be the module's default export. It is checked at once; `details` of the error has every problem.
 *
 * @example
 * import { defineAgent, definePlugin } from '@cadence-agents/sdk';
 *
 * export default definePlugin({
 *   metadata: { name: 'Poet', version: '1.0.0', description: 'Answers in verse.' },
 *   createAgent: () => defineAgent({ systemPrompt: 'You answer in verse.', tools: [] }),
 * });
 *
 * @example
 * import { defineAgent, definePlugin } from '@cadence-agents/sdk';
 * import { z } from 'zod';
 *
 * export default definePlugin({
 *   metadata: { name: 'Poet', version: '1.0.0', description: 'Answers in verse.' },
 *   config: z.strictObject({ form: z.enum(['haiku', 'sonnet']).default('haiku') }),
 *   createAgent: ({ config }) => defineAgent({ systemPrompt: `You answer in a ${config.form}.`, tools: [] }),
 * });
 */
export function definePlugin<Config extends z.ZodObject>(definition: PluginDefinition<Config>): Plugin;
export function definePlugin(definition: PluginDefinition): Plugin {
  const problems = pluginProblems(definition);
  if (problems.length > 0) throw invalid(definition, [...problems, ...problemsOfAgent(definition)]);
  const metadata: PluginMetadata = pluginMetadataSchema.parse(definition.metadata);
  return {
    ...definition,
    metadata,
    createAgent: (context) => definition.createAgent({ config: fitting(definition, context?.config) }),
  };
}

/** The config with its defaults. */
function fitting({ metadata, config = z.strictObject({}) }: PluginDefinition, given: unknown = {}) {
  const parsed = config.safeParse(given);
  if (parsed.success) return parsed.data;
  const misfit = `The config of the plugin "${metadata.name}" does not fit:\n${z.prettifyError(parsed.error)}`;
  throw new CadenceError('INPUT_INVALID', misfit, { details: parsed.error.issues });
}

function invalid(definition: PluginDefinition, problems: readonly Problem[]): CadenceError {
  const name: unknown = definition?.metadata?.name;
  const title = typeof name === 'string' ? ` "${name}"` : '';
  const list = problems.map(({ path, message }) => `\n- ${path}: ${message}`).join('');
  return new CadenceError('PLUGIN_INVALID', `The plugin${title} cannot be used as it is:${list}`, {
    hint: problems[0]?.hint,
    details: problems,
  });
}

// A valid plugin creates its agent when it is loaded. A refused one creates it here too, so that its author reads
// all problems at once.
function problemsOfAgent(definition: PluginDefinition): Problem[] {
  if (typeof definition?.createAgent !== 'function' || definition.config !== undefined) return [];
  return createdAgent(() => definition.createAgent({ config: {} })).problems;
}
