/** A version of an installed plugin. */
export interface PluginVersionRecord {
  slug: string;
  version: string;
  /** sha256 of its files: two uploads may carry the same version. */
  hash: string;
  /** Who installed it: the id of a key, `local`, or `null` when that is not known. */
  by: string | null;
  addedAt: string;
  /** When it was last put in use. */
  usedAt: string;
  inUse: boolean;
}

export interface NewPluginVersion extends Pick<PluginVersionRecord, 'slug' | 'version' | 'hash' | 'by'> {
  /** Its files, as a gzipped tar. */
  archive: Uint8Array;
}

/** Which version of an installed plugin is in use; `null` when it was removed. */
export interface PluginInUse {
  slug: string;
  hash: string | null;
  version: string | null;
}

/** The plugins that were installed, whole: every process of a deployment unpacks them from here. */
export interface PluginVersionStore {
  /** Every plugin that was ever installed, by slug. */
  inUse(): Promise<PluginInUse[]>;
  /** The versions kept of a plugin: the one in use, then those used last. */
  list(slug: string): Promise<PluginVersionRecord[]>;
  archive(slug: string, hash: string): Promise<Uint8Array | undefined>;
  /** Keeps a version and puts it in use; of those that are not in use the ones used last are kept, `most` in all. */
  install(plugin: NewPluginVersion, most: number): Promise<void>;
  /** Keeps these versions of a plugin that was never installed, and puts the last one in use; else changes nothing. */
  adopt(versions: readonly NewPluginVersion[]): Promise<boolean>;
  /** Puts a kept version in use; false when it is not kept. */
  use(slug: string, hash: string): Promise<boolean>;
  /** Removes a plugin with all its versions; false when it is not installed. */
  remove(slug: string): Promise<boolean>;
}
