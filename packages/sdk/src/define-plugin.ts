import {
  CadenceError,
  type Plugin,
  type PluginMetadata,
  type Problem,
  pluginMetadataSchema,
} from '@cadence/contracts';
import type { z } from 'zod';
import { createdAgent } from './define-agent.ts';
import { pluginProblems } from './plugin-problems.ts';

/** A plugin as its author writes it: what has a default may be left out. */
export interface PluginDefinition extends Omit<Plugin, 'metadata'> {
  metadata: z.input<typeof pluginMetadataSchema>;
}

/**
 * A plugin, to be the module's default export. It is checked at once; `details` of the error has every problem.
 *
 * @example
 * import { defineAgent, definePlugin } from '@cadence/sdk';
 *
 * export default definePlugin({
 *   metadata: { name: 'Poet', version: '1.0.0', description: 'Answers in verse.' },
 *   createAgent: () => defineAgent({ systemPrompt: 'You answer in verse.', tools: [] }),
 * });
 */
export function definePlugin(definition: PluginDefinition): Plugin {
  const problems = pluginProblems(definition);
  if (problems.length > 0) throw invalid(definition, [...problems, ...problemsOfAgent(definition)]);
  const metadata: PluginMetadata = pluginMetadataSchema.parse(definition.metadata);
  return { ...definition, metadata };
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
  return typeof definition?.createAgent === 'function' ? createdAgent(definition.createAgent).problems : [];
}
