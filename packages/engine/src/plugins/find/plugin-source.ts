/** Where a plugin was found; of two with the same slug, the one named first here wins. */
export const pluginSources = ['uploaded', 'directory', 'package'] as const;
export type PluginSource = (typeof pluginSources)[number];

/** A folder that says it is a plugin. */
export interface PluginCandidate {
  /** Its real path. */
  folder: string;
  source: PluginSource;
}
