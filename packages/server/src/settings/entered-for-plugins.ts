// What was entered for plugins while the deployment runs: which are turned off, and how they are configured. It is kept
// beside the settings that were entered, under names that no setting has.
import type { JsonValue, SettingStore, StoredSetting } from '@cadence-agents/contracts';

export interface EnteredForPlugins {
  /** Whether the plugin of this slug was turned off. */
  isOff(slug: string): boolean;
  turnPlugin(slug: string, to: { off: boolean; by: string }): Promise<void>;
  /** What was entered for the plugin of this slug. */
  configOf(slug: string): JsonValue | undefined;
  /** Keeps it; without a value, forgets what was entered. */
  configurePlugin(slug: string, to: { value?: JsonValue; by: string }): Promise<void>;
}

const offPrefix = 'plugin-off:';
const configPrefix = 'plugin-config:';

/** Knows what it was given to read last. */
export function enteredForPlugins(
  store: SettingStore,
): EnteredForPlugins & { read(rows: readonly StoredSetting[]): void } {
  let off: ReadonlyMap<string, JsonValue> = new Map();
  let configs: ReadonlyMap<string, JsonValue> = new Map();
  return {
    read(rows) {
      off = bySlug(rows, offPrefix);
      configs = bySlug(rows, configPrefix);
    },
    isOff: (slug) => off.has(slug),
    configOf: (slug) => configs.get(slug),
    async turnPlugin(slug, { off: isOff, by }) {
      const name = offPrefix + slug;
      if (isOff) await store.put({ name, value: true, by });
      else await store.delete(name);
    },
    async configurePlugin(slug, { value, by }) {
      const name = configPrefix + slug;
      if (value === undefined) await store.delete(name);
      else await store.put({ name, value, by });
    },
  };
}

const bySlug = (rows: readonly StoredSetting[], prefix: string): ReadonlyMap<string, JsonValue> =>
  new Map(
    rows.flatMap(({ name, value }) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
    ),
  );
