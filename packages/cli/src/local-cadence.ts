// Opens what a command works on, and closes it whatever happens. The server's packages are imported when they are
// needed: help and checks of files do not pay for them.
import type { Log } from '@cadence-agents/engine';
import type { AppContext } from '@cadence-agents/server/app';
import type { ReadSettings } from '@cadence-agents/server/settings';
import { stderrLog } from './stderr-log.ts';

/** The use cases and what they work with, for whoever sits at this machine. */
export interface LocalCadence extends AppContext {
  /** Rejects once the store keeps runs from being carried out. */
  failed: Promise<never>;
}

/** What use cases need that only look things up in the store or change them there. */
export type LocalStore = Pick<
  AppContext,
  'store' | 'keys' | 'secrets' | 'enteredServers' | 'enteredSettings' | 'settings' | 'log'
>;

export type LocalPlugins = LocalStore & Pick<AppContext, 'plugins' | 'pluginStore' | 'settings'>;

// A person waits for `run resume` after a crash, so a run that nobody works on any more is free soon.
const LEASE_MS = 5_000;
/** How long runs under way may take to end when a command has failed. */
const PATIENCE_MS = 1_000;

export async function localSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ReadSettings> {
  const { readSettings } = await import('@cadence-agents/server/settings');
  return readSettings(process.cwd(), environment);
}

/** Opens Cadence to carry out the runs of one conversation, or with `null` none at all. */
export async function withCadence<T>(
  conversationId: string | null,
  work: (local: LocalCadence) => Promise<T>,
): Promise<T> {
  const [read, { openCadence }, { appContext }] = await Promise.all([
    localSettings(),
    import('@cadence-agents/server'),
    import('@cadence-agents/server/app'),
  ]);
  const log = stderrLog(read);
  const cadence = await openCadence({
    ...read,
    log,
    worker: conversationId !== null && { only: conversationId, leaseMs: LEASE_MS },
    workflowFiles: true,
  });
  let result: T;
  try {
    result = await work({ ...appContext(cadence, log), failed: cadence.failed });
  } catch (error) {
    // The first error is the one to tell.
    await cadence.close(PATIENCE_MS).catch(() => {});
    throw error;
  }
  await cadence.close();
  return result;
}

/** Opens the store alone. */
export async function withStore<T>(
  work: (local: LocalStore) => Promise<T>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<T> {
  const [read, { createApiKeys, enteredSecrets, enteredServers, openSettings, openStorage }] =
    await Promise.all([localSettings(environment), import('@cadence-agents/server')]);
  const store = await openStorage(read.settings, { env: read.env });
  const log = stderrLog(read);
  try {
    const keys = createApiKeys({ store: store.keys, log });
    const enteredSettings = await openSettings({ ...read, store: store.settings, log });
    enteredSettings.close();
    const { settings } = enteredSettings;
    const secrets = enteredSecrets(store.secrets, settings);
    const servers = enteredServers(store.mcpServers, settings);
    return await work({ store, log, keys, settings, secrets, enteredSettings, enteredServers: servers });
  } finally {
    await store.close();
  }
}

/** Opens the store and loads the plugins. */
export async function withPlugins<T>(work: (local: LocalPlugins) => Promise<T>, log?: Log): Promise<T> {
  const { settings, env } = await localSettings();
  const { openPlugins } = await import('@cadence-agents/server');
  return withStore(async (local) => {
    const { isOff, configOf } = local.enteredSettings;
    const surroundings = { env: () => env, isOff, configOf };
    const pluginStore = await openPlugins(
      ...([settings, local.store.pluginVersions, log ?? local.log] as const),
      surroundings,
    );
    const { plugins } = pluginStore;
    try {
      return await work({ ...local, plugins, pluginStore, settings });
    } finally {
      await plugins.close();
    }
  });
}
