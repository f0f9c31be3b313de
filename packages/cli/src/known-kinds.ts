import { workflowDefinitionSchema } from '@cadence/contracts';
import { builtInKinds, isBuiltIn, type Kinds, kindsWith } from '@cadence/workflow';
import { stderrLog } from './stderr-log.ts';

/** The node kinds for a definition. Plugins are loaded only where it has a type that is none of Cadence's own. */
export async function kindsFor(definition: unknown): Promise<Kinds> {
  const { data } = workflowDefinitionSchema.pick({ nodes: true }).loose().safeParse(definition);
  if (!data || data.nodes.every(({ nodeType }) => isBuiltIn(nodeType))) return builtInKinds;
  const { openPlugins } = await import('@cadence/server');
  const { readSettings } = await import('@cadence/server/settings');
  const read = await readSettings();
  const plugins = await openPlugins(read.settings, stderrLog(read), read.env);
  try {
    return kindsWith(plugins.bundles().flatMap(({ kinds }) => kinds.map(({ kind }) => kind)));
  } finally {
    await plugins.close();
  }
}
