import { forgivingLog, type Log, silentLog } from '../../log.ts';
import { discoverPlugins, type PluginPlaces } from '../find/discover-plugins.ts';
import type { IsolatedPlugin } from '../isolated/isolated-plugin.ts';
import { processKeeper } from '../isolated/process-keeper.ts';
import { type PreparedPlugin, type PrepareOptions, preparePlugin } from './load-plugin.ts';
import type { PluginBundle } from './plugin-bundle.ts';
import type { PluginListing } from './plugin-listing.ts';
import { type ReloadReport, reloadReport } from './reload-report.ts';
import { type Arrangement, arrangePlugins } from './select-plugins.ts';
import { type PluginTrial, tryOutPlugin } from './try-out-plugin.ts';

export interface PluginHostOptions extends PluginPlaces, PrepareOptions {
  log?: Log;
}

/** Finds plugins, loads them, and follows their changes while conversations run. */
export interface PluginHost {
  /** Loads what there is; one plugin that fails keeps no other from being loaded. */
  load(): Promise<void>;
  /** Looks again: only what changed is imported, and all of it takes effect at once at the end. */
  reload(): Promise<ReloadReport>;
  list(): readonly PluginListing[];
  /** The plugins as they are now; a later change makes another list and leaves this one alone. */
  bundles(): readonly PluginBundle[];
  get(slug: string): PluginBundle | undefined;
  /** Takes a plugin out until the next reload finds its folder again; false if there is none. */
  unload(slug: string): Promise<boolean>;
  /** Calls the listener after every change of the plugins; the answer ends that. */
  onChange(listener: Listener): () => void;
  /** Loads a folder as an uploaded plugin is loaded, and lets it go again: would it work? */
  tryOut(folder: string): Promise<PluginTrial>;
  /** Ends the processes of uploaded plugins. */
  close(): Promise<void>;
}

export function createPluginHost(options: PluginHostOptions): PluginHost {
  const log = forgivingLog(options.log ?? silentLog);
  const listeners = new Set<Listener>();
  const inTurn = oneAtATime();
  let prepared: readonly PreparedPlugin[] = [];
  let now: Arrangement = { bundles: Object.freeze([]), listings: [] };
  const processes = processKeeper((plugin, reason) => {
    void inTurn(async () => swap(withoutProcess(prepared, plugin, reason)));
  });

  function swap(next: readonly PreparedPlugin[]): ReloadReport {
    const before = now;
    now = arrangePlugins(next, new Set(before.bundles.map(({ folder }) => folder)));
    const serving = new Set(now.bundles);
    prepared = next.map((plugin) =>
      plugin.bundle && serving.has(plugin.bundle) ? { ...plugin, before: undefined } : plugin,
    );
    processes.use(prepared.flatMap(({ bundle, before: other }) => [bundle?.isolated, other?.isolated]));
    const report = reloadReport(before, now);
    const { added, changed, removed, failed } = report;
    log.info('plugins loaded', { added, changed, removed, failed: failed.map(({ slug }) => slug) });
    if (added.length + changed.length + removed.length > 0) tellAll(listeners, report, log);
    return report;
  }

  async function look(): Promise<ReloadReport> {
    const known = new Map(prepared.map((plugin) => [plugin.candidate.folder, plugin]));
    const candidates = await discoverPlugins(options, log);
    return swap(
      await Promise.all(
        candidates.map((candidate) => preparePlugin(candidate, known.get(candidate.folder), options, log)),
      ),
    );
  }

  return {
    load: async () => {
      await inTurn(look);
    },
    reload: () => inTurn(look),
    list: () => now.listings,
    bundles: () => now.bundles,
    get: (slug) => now.bundles.find((bundle) => bundle.slug === slug),
    unload: (slug) =>
      inTurn(async () => {
        const target = now.bundles.find((bundle) => bundle.slug === slug);
        if (!target) return false;
        swap(prepared.filter(({ candidate }) => candidate.folder !== target.folder));
        return true;
      }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tryOut: (folder) => tryOutPlugin(folder, options),
    close: () => inTurn(() => processes.close()),
  };
}

type Listener = (report: ReloadReport) => void;

function tellAll(listeners: Iterable<Listener>, report: ReloadReport, log: Log): void {
  for (const listener of listeners) {
    try {
      listener(report);
    } catch (error) {
      log.error('a listener for plugin changes failed', { error });
    }
  }
}

/** The same plugins, but the one that ran in this process has failed. */
function withoutProcess(
  prepared: readonly PreparedPlugin[],
  isolated: IsolatedPlugin,
  reason: string,
): PreparedPlugin[] {
  const hint = 'Mend it and install it again, or reload to give it another chance.';
  return prepared.map((plugin) =>
    plugin.bundle?.isolated === isolated
      ? { ...plugin, bundle: undefined, before: undefined, failure: { reason, hint } }
      : plugin,
  );
}

function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
