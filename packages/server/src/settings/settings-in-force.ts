// The settings as they hold now: those that the process started with, and above them what was entered since. The
// environment stays above both.
import {
  type JsonValue,
  type SettingStore,
  type Signals,
  type StoredSetting,
  settingsTopic,
} from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import { type EnteredForPlugins, enteredForPlugins } from './entered-for-plugins.ts';
import type { ReadSettings, SettingSource } from './read-settings.ts';
import { isSettingName, type SettingName, type Settings, settingTable } from './setting-table.ts';

/** A setting that was entered, whether or not it holds. */
export interface EnteredSetting extends StoredSetting {
  name: SettingName;
}

/** To look at and to change, with or without anybody who works by them. */
export interface EnteredSettings extends EnteredForPlugins {
  /** In the order of their names. */
  list(): Promise<EnteredSetting[]>;
  put(setting: Pick<EnteredSetting, 'name' | 'value' | 'by'>): Promise<void>;
  /** Whether there was one. */
  delete(name: SettingName): Promise<boolean>;
  /** Where the value comes from when nothing is entered. */
  sourceOf(name: SettingName): SettingSource;
}

export interface SettingsInForce extends EnteredSettings {
  /** One object for as long as the process lives: what is entered is written into it, and those who ask it see it. */
  readonly settings: Settings;
  /** Calls the listener when they have changed. */
  onChange(listener: () => void): void;
  /** Tells others of what is entered here, and looks when they tell. */
  share(signals: Signals): void;
  close(): void;
}

type Started = Pick<ReadSettings, 'settings'> & Partial<Pick<ReadSettings, 'sources'>>;

interface Setup extends Started {
  store: SettingStore;
  log: Log;
  /** How often it looks for what another process has stored. */
  pollMs?: number;
}

/** Whether the environment has the last word on a setting that comes from there. */
export const isPinned = (source: SettingSource): boolean => source === 'environment' || source === '.env';

/** Whether it is one that can be entered. */
export const isLive = (name: SettingName): boolean => settingTable[name].takesEffect !== 'restart';

type Stored = Omit<EnteredSettings, keyof EnteredForPlugins>;

function storedSettings(store: SettingStore, { sources }: Pick<Started, 'sources'>): Stored {
  return {
    list: async () => (await store.list()).filter(isKnown),
    put: (setting) => store.put(setting),
    delete: (name) => store.delete(name),
    sourceOf: (name) => sources?.[name] ?? 'default',
  };
}

// Of a newer program there may be some that this one does not know.
const isKnown = (stored: StoredSetting): stored is EnteredSetting => isSettingName(stored.name);

export async function openSettings({
  store,
  log,
  pollMs = 5_000,
  ...started
}: Setup): Promise<SettingsInForce> {
  const entered = storedSettings(store, started);
  const forPlugins = enteredForPlugins(store);
  const settings = { ...started.settings };
  const listeners = new Set<() => void>();
  let known = '[]';
  let tell = () => {};
  let stopListening = () => {};

  const holds = ({ name }: EnteredSetting) => isLive(name) && !isPinned(entered.sourceOf(name));
  let last: Promise<unknown> = Promise.resolve();
  // One after the other, so that what was read later is taken later.
  const refresh = () => {
    const next = last.then(async () => {
      const all = await store.list();
      const rows = all.filter(isKnown);
      const stamp = JSON.stringify(all);
      if (stamp === known) return;
      Object.assign(settings, started.settings, valuesOf(rows.filter(holds), log));
      forPlugins.read(all);
      known = stamp;
      for (const listener of listeners) listener();
    });
    last = next.catch(() => {});
    return next;
  };
  await refresh();
  const look = () =>
    void refresh().catch((error: unknown) => log.warn('looking for new settings failed', { error }));
  const timer = setInterval(look, pollMs).unref();
  const changed = async () => {
    tell();
    await refresh();
  };

  return {
    ...entered,
    settings,
    isOff: forPlugins.isOff,
    async turnPlugin(slug, to) {
      await forPlugins.turnPlugin(slug, to);
      await changed();
    },
    configOf: forPlugins.configOf,
    async configurePlugin(slug, to) {
      await forPlugins.configurePlugin(slug, to);
      await changed();
    },
    async put(setting) {
      await entered.put(setting);
      await changed();
    },
    async delete(name) {
      const wasThere = await entered.delete(name);
      await changed();
      return wasThere;
    },
    onChange: (listener) => void listeners.add(listener),
    share(signals) {
      tell = () => signals.publish(settingsTopic, { type: 'look' });
      stopListening = signals.subscribe(settingsTopic, look);
    },
    close() {
      clearInterval(timer);
      stopListening();
    },
  };
}

/** One that cannot be used must not keep the others away, nor the server from starting. */
function valuesOf(rows: readonly EnteredSetting[], log: Log): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, value } of rows) {
    const parsed = settingTable[name].schema.safeParse(value);
    if (parsed.success) values[name] = parsed.data;
    else log.error('a setting that was entered cannot be used', { name });
  }
  return values;
}

/** A value as it is kept. */
export const storable = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value));
