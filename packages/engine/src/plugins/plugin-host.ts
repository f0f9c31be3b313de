import { forgivingLog, type Log, silentLog } from '../log.ts';
import { type Arrangement, arrangePlugins } from './arrange-plugins.ts';
import { discoverPlugins, type PluginPlaces } from './discover-plugins.ts';
import type { PluginBundle } from './plugin-bundle.ts';
import type { PluginListing } from './plugin-listing.ts';
import { type PreparedPlugin, type PrepareOptions, preparePlugin } from './prepare-plugin.ts';
import { type ReloadReport, reloadReport } from './reload-report.ts';

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
  onChange(listener: (report: ReloadReport) => void): () => void;
}

export function createPluginHost(options: PluginHostOptions): PluginHost {
  const log = forgivingLog(options.log ?? silentLog);
  const listeners = new Set<(report: ReloadReport) => void>();
  const inTurn = oneAtATime();
  let prepared: readonly PreparedPlugin[] = [];
  let now: Arrangement = { bundles: Object.freeze([]), listings: [] };

  function swap(next: readonly PreparedPlugin[]): ReloadReport {
    const before = now;
    now = arrangePlugins(next, new Set(before.bundles.map(({ folder }) => folder)));
    const serving = new Set(now.bundles);
    prepared = next.map((plugin) =>
      plugin.bundle && serving.has(plugin.bundle) ? { ...plugin, before: undefined } : plugin,
    );
    const report = reloadReport(before, now);
    const { added, changed, removed, failed } = report;
    log.info('plugins loaded', { added, changed, removed, failed: failed.map(({ slug }) => slug) });
    if (added.length + changed.length + removed.length > 0) tell(report);
    return report;
  }

  function tell(report: ReloadReport): void {
    for (const listener of listeners) {
      try {
        listener(report);
      } catch (error) {
        log.error('a listener for plugin changes failed', { error });
      }
    }
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
