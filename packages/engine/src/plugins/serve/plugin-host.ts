import { type BackoffOptions, backoffMs, type JsonObject } from '@cadence-agents/contracts';
import { forgivingLog, type Log, silentLog } from '../../log.ts';
import { discoverPlugins, type PluginPlaces } from '../find/discover-plugins.ts';
import type { PluginCandidate } from '../find/plugin-source.ts';
import { processKeeper } from '../isolated/isolated-plugin.ts';
import {
  type ConfigTrial,
  isOutdated,
  type LoadOptions,
  loadPlugin,
  mayRecover,
  type PluginLoad,
  type PluginTrial,
  putAside,
  tryOutConfig,
  tryOutPlugin,
} from './load-plugin.ts';
import type { PluginBundle } from './plugin-bundle.ts';
import {
  type PluginListing,
  type ReloadReport,
  reloadReport,
  type Selection,
  selectPlugins,
} from './select-plugins.ts';

export interface PluginHostOptions extends PluginPlaces, LoadOptions {
  log?: Log;
  /** How long to wait before a plugin that is not well is tried again. Default: 2 seconds, later up to 5 minutes. */
  retries?: BackoffOptions;
}

const patience: BackoffOptions = { firstMs: 2_000, longestMs: 300_000 };

/** Finds and loads plugins, and reloads them while conversations run; one that is not well is tried again by itself. */
export interface PluginHost {
  /** Loads all plugins; one that fails does not affect the others. */
  load(): Promise<void>;
  /** Scans again. Only what changed is imported, and all changes take effect at once, at the end. */
  reload(): Promise<ReloadReport>;
  list(): readonly PluginListing[];
  /** A snapshot of the plugins: a later change makes another list and leaves this one as it is. */
  bundles(): readonly PluginBundle[];
  get(slug: string): PluginBundle | undefined;
  /** Removes a plugin until the next reload finds its folder again; false if there is none. */
  unload(slug: string): Promise<boolean>;
  /** Does without a plugin that does harm, until the next reload. */
  giveUp(slug: string, reason: string): Promise<void>;
  /** Takes up which plugins are turned off now, and what was entered for others. Runs under way keep those that they began with. */
  review(): Promise<void>;
  /** Has plugins in processes of their own get the variables that they declare as these are now. */
  renewSecrets(): Promise<void>;
  /** Calls the listener after every change of the plugins; returns how to unsubscribe. */
  onChange(listener: Listener): () => void;
  /** Loads a folder as an uploaded plugin and closes it again, to find out whether it would work. */
  tryOut(folder: string): Promise<PluginTrial>;
  /** Loads a plugin once more as it would be with that config, to find out whether it would work. */
  tryOutConfig(plugin: PluginCandidate, value: JsonObject): Promise<ConfigTrial>;
  /** Ends the processes of uploaded plugins. */
  close(): Promise<void>;
}

export function createPluginHost(options: PluginHostOptions): PluginHost {
  const log = forgivingLog(options.log ?? silentLog);
  const listeners = new Set<Listener>();
  const inTurn = oneAtATime();
  let loads: readonly PluginLoad[] = [];
  let now: Selection = { bundles: Object.freeze([]), listings: [] };
  const find = (slug: string) => now.bundles.find((bundle) => bundle.slug === slug);
  const processes = processKeeper((plugin, reason) => {
    void inTurn(async () => swap(without(loads, ({ isolated }) => isolated === plugin, reason)));
  });

  function swap(found: readonly PluginLoad[]): ReloadReport {
    const before = now;
    const next = found.map((plugin) => putAside(plugin, options));
    now = selectPlugins(next, new Set(before.bundles.map(({ folder }) => folder)));
    const serving = new Set(now.bundles);
    loads = next.map((plugin) =>
      plugin.bundle && serving.has(plugin.bundle) ? { ...plugin, before: undefined } : plugin,
    );
    processes.use(loads.flatMap(({ bundle, before: other }) => [bundle?.isolated, other?.isolated]));
    const report = reloadReport(before, now);
    announce(report, listeners, log);
    return report;
  }

  const retries = backoffTimer(options.retries ?? patience, () => void inTurn(retry));

  async function scan(): Promise<ReloadReport> {
    const known = new Map(loads.map((plugin) => [plugin.candidate.folder, plugin]));
    const candidates = await discoverPlugins(options, log);
    const scanned = candidates.map((each) => loadPlugin(each, known.get(each.folder), options, log));
    const report = swap(await Promise.all(scanned));
    retries.reset();
    if (loads.some(mayRecover)) retries.start();
    return report;
  }

  async function loadAgain(which: (plugin: PluginLoad) => boolean): Promise<void> {
    if (loads.some(which)) swap(await loadedAgain(loads, which, options, log));
  }

  async function retry(): Promise<void> {
    await loadAgain(mayRecover);
    if (loads.some(mayRecover)) retries.start();
  }

  return {
    load: async () => void (await inTurn(scan)),
    reload: () => inTurn(scan),
    list: () => now.listings,
    bundles: () => now.bundles,
    get: find,
    unload: (slug) =>
      inTurn(async () => {
        const target = find(slug);
        if (target) swap(loads.filter(({ candidate }) => candidate.folder !== target.folder));
        return target !== undefined;
      }),
    giveUp: (slug, reason) =>
      inTurn(async () => void swap(without(loads, (bundle) => bundle === find(slug), reason))),
    review: () => inTurn(() => loadAgain((plugin) => isOutdated(plugin, options))),
    renewSecrets: () => inTurn(() => renewSecrets(now, loads, retry)),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ...trials(options),
    close: () => inTurn(processes.close).then(retries.reset),
  };
}

const trials = (options: LoadOptions): Pick<PluginHost, 'tryOut' | 'tryOutConfig'> => ({
  tryOut: (folder) => tryOutPlugin(folder, options),
  tryOutConfig: (plugin, value) => tryOutConfig(plugin, value, options),
});

function loadedAgain(
  loads: readonly PluginLoad[],
  which: (plugin: PluginLoad) => boolean,
  options: LoadOptions,
  log: Log,
): Promise<PluginLoad[]> {
  const again = (plugin: PluginLoad) => loadPlugin(plugin.candidate, plugin, options, log);
  return Promise.all(loads.map((plugin) => (which(plugin) ? again(plugin) : plugin)));
}

/** Those that run, and those that may have failed for want of a secret. */
async function renewSecrets(
  { bundles }: Selection,
  loads: readonly PluginLoad[],
  retry: () => Promise<void>,
): Promise<void> {
  for (const { isolated } of bundles) isolated?.renew();
  if (loads.some(mayRecover)) await retry();
}

type Listener = (report: ReloadReport) => void;

function announce(report: ReloadReport, listeners: Iterable<Listener>, log: Log): void {
  const { added, changed, removed, failed } = report;
  log.info('plugins loaded', { added, changed, removed, failed: failed.map(({ slug }) => slug) });
  if (added.length + changed.length + removed.length === 0) return;
  for (const listener of listeners) {
    try {
      listener(report);
    } catch (error) {
      log.error('a listener for plugin changes failed', { error });
    }
  }
}

/** The same plugins, but one has failed. */
function without(
  loads: readonly PluginLoad[],
  isIt: (bundle: PluginBundle) => boolean,
  reason: string,
): PluginLoad[] {
  const hint = 'Fix it and install it again, or reload to give it another chance.';
  return loads.map((plugin) =>
    plugin.bundle && isIt(plugin.bundle)
      ? { ...plugin, bundle: undefined, before: undefined, failure: { reason, hint } }
      : plugin,
  );
}

/** A timer that waits longer each time it is started, until it is reset. */
function backoffTimer(delays: BackoffOptions, onDue: () => void): { start(): void; reset(): void } {
  let timer: NodeJS.Timeout | undefined;
  let count = 0;
  return {
    start() {
      timer = setTimeout(onDue, backoffMs(count++, delays)).unref();
    },
    reset() {
      clearTimeout(timer);
      count = 0;
    },
  };
}

function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
