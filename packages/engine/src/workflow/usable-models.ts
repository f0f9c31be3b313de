import type { Log } from '../log.ts';
import type { Models } from '../models/model-registry.ts';
import type { CoordinatedPlugin } from './plugin-agent.ts';

/** The plugins, without the model they ask for where it cannot be used: the default one then stands in for it. */
export function withUsableModels(
  plugins: readonly CoordinatedPlugin[],
  models: Pick<Models, 'problemOf'>,
  log: Log,
): CoordinatedPlugin[] {
  return plugins.map((plugin) => {
    const { model, ...requirements } = plugin.metadata.llmRequirements ?? {};
    const problem = model === undefined ? null : models.problemOf(model);
    if (problem === null) return plugin;
    log.warn('model of a plugin not usable, the default one is used', {
      plugin: plugin.slug,
      model,
      problem,
    });
    return { ...plugin, metadata: { ...plugin.metadata, llmRequirements: requirements } };
  });
}
