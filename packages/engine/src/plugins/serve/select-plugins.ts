// Which plugin serves a slug: a pure function of the loads, so that removing one plugin lets the next one in.
import { isDeepStrictEqual } from 'node:util';
import type { PluginConfig, PluginHealth } from '@cadence-agents/contracts';
import { pluginSlug } from '@cadence-agents/sdk/host';
import { isBuiltIn } from '@cadence-agents/workflow';
import { type PluginSource, pluginSources } from '../find/plugin-source.ts';
import type { IsolationLevel } from '../isolated/isolation.ts';
import type { OffPlugin, PluginLoad } from './load-plugin.ts';
import type { PluginBundle } from './plugin-bundle.ts';

/** One plugin as people see it in a list, usable or not. */
export interface PluginListing {
  slug: string;
  name: string;
  version: string | undefined;
  description: string | undefined;
  source: PluginSource;
  folder: string;
  status: 'loaded' | 'failed' | 'shadowed' | 'off';
  /** Why it is not loaded; for a loaded one, why its changed version is not. */
  reason: string | undefined;
  hint: string | undefined;
  /** Plugins of weaker sources that this one stands in front of. */
  shadows: readonly { source: PluginSource; folder: string; version: string }[];
  hash: string | undefined;
  /** What it would bring if it were on. */
  off: OffPlugin | undefined;
  health: PluginHealth | undefined;
  /** What can be set of it, and what holds. */
  config: PluginConfig | undefined;
  /** `none` for plugins that the operator put there, and for one not loaded because its isolation is unavailable. */
  isolation: IsolationLevel;
  /** Names of the variables that it declares; in a process of its own it gets those that are allowed. */
  secrets: readonly string[];
  /** Whether it can reach the network; only the level `namespace` prevents that. */
  network: boolean;
}

export interface Selection {
  readonly bundles: readonly PluginBundle[];
  readonly listings: readonly PluginListing[];
}

/** Stronger sources first; within one source, plugins that already serve come before new ones. */
export function selectPlugins(loads: readonly PluginLoad[], serving: ReadonlySet<string>): Selection {
  const rank = ({ candidate: { source, folder } }: PluginLoad) =>
    pluginSources.indexOf(source) * 2 + (serving.has(folder) ? 0 : 1);
  const winners = new Map<string, { bundle: PluginBundle; listing: PluginListing }>();
  const listings: PluginListing[] = [];
  for (const plugin of loads.toSorted((a, b) => rank(a) - rank(b))) {
    const { listing, bundle } = place(plugin, winners);
    if (bundle) winners.set(bundle.slug, { bundle, listing });
    listings.push(listing);
  }
  return {
    bundles: Object.freeze([...winners.values()].map(({ bundle }) => bundle).sort(bySlug)),
    listings: listings.sort(bySlug),
  };
}

type Winners = ReadonlyMap<string, { bundle: PluginBundle; listing: PluginListing }>;

function place(plugin: PluginLoad, winners: Winners): { listing: PluginListing; bundle?: PluginBundle } {
  const { bundle, before } = plugin;
  if (!bundle) return { listing: listing(plugin, plugin.off ? 'off' : 'failed') };
  const winner = winners.get(bundle.slug);
  const failure = winner ? collision(bundle, winner.bundle) : kindCollision(bundle, winners);
  if (!failure) return { listing: listing(plugin, 'loaded'), bundle };
  if (
    winner &&
    winner.bundle.metadata.name === bundle.metadata.name &&
    winner.bundle.source !== bundle.source
  ) {
    const { source, folder, metadata } = bundle;
    winner.listing.shadows = [...winner.listing.shadows, { source, folder, version: metadata.version }];
    const reason = `The ${winner.bundle.source} plugin in "${winner.bundle.folder}" has the same name and comes first.`;
    return { listing: { ...listing(plugin, 'shadowed'), reason } };
  }
  if (!before || winners.has(before.slug)) return { listing: listing({ ...plugin, failure }, 'failed') };
  return { listing: listing({ ...plugin, bundle: before, failure }, 'loaded'), bundle: before };
}

type Failure = NonNullable<PluginLoad['failure']>;

function collision(bundle: PluginBundle, winner: PluginBundle): Failure {
  const reason =
    bundle.metadata.name === winner.metadata.name
      ? `Two plugins are called "${winner.metadata.name}": "${winner.folder}" is used, "${bundle.folder}" is not.`
      : `"${bundle.metadata.name}" in "${bundle.folder}" and "${winner.metadata.name}" in "${winner.folder}" are both "${winner.slug}" to Cadence.`;
  return { reason, hint: 'Rename one of them in its metadata, or remove it.' };
}

/** Whether a node kind of this plugin is another's. Only the prefix of a type is a plugin's own. */
function kindCollision(bundle: PluginBundle, winners: Winners): Failure | undefined {
  const owners = new Map<string, string>();
  for (const { bundle: other } of winners.values())
    for (const { kind } of other.kinds) owners.set(kind.type, `the plugin "${other.metadata.name}"`);
  for (const { kind } of bundle.kinds) {
    const owner = isBuiltIn(kind.type) ? 'Cadence itself' : owners.get(kind.type);
    if (owner !== undefined)
      return {
        reason: `The node kind "${kind.type}" is brought by ${owner} already.`,
        hint: 'Rename the kind.',
      };
  }
  return undefined;
}

function listing(plugin: PluginLoad, status: PluginListing['status']): PluginListing {
  const { candidate, name, health, config, failure, isolation, secrets, off } = plugin;
  const bundle = plugin.bundle ?? off;
  const isolated = plugin.bundle?.isolated;
  const kept = status === 'loaded' && failure;
  return {
    slug: bundle?.slug ?? pluginSlug(name),
    name: bundle?.metadata.name ?? name,
    version: bundle?.metadata.version,
    description: bundle?.metadata.description,
    source: candidate.source,
    secrets,
    folder: candidate.folder,
    status,
    reason: kept
      ? `Its changed version cannot be used, the one before goes on. ${kept.reason}`
      : failure?.reason,
    hint: failure?.hint,
    shadows: [],
    hash: bundle?.hash,
    off,
    health,
    config,
    isolation: isolated?.level ?? isolation,
    network: isolated?.network ?? isolation !== 'namespace',
  };
}

const bySlug = (a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0);

/** What a reload changed, by slug. */
export interface ReloadReport {
  added: string[];
  changed: string[];
  removed: string[];
  failed: { slug: string; folder: string; reason: string }[];
}

export function reloadReport(before: Selection, after: Selection): ReloadReport {
  const old = new Map(before.bundles.map((bundle) => [bundle.slug, bundle]));
  const now = new Map(after.bundles.map((bundle) => [bundle.slug, bundle]));
  const isOther = (slug: string) => {
    const [a, b] = [old.get(slug), now.get(slug)];
    if (a?.hash !== b?.hash || a?.folder !== b?.folder || a?.source !== b?.source) return true;
    return !isDeepStrictEqual(a?.config?.values, b?.config?.values);
  };
  const slugs = [...now.keys()];
  return {
    added: slugs.filter((slug) => !old.has(slug)),
    changed: slugs.filter((slug) => old.has(slug) && isOther(slug)),
    removed: [...old.keys()].filter((slug) => !now.has(slug)),
    failed: after.listings.flatMap(({ slug, folder, status, reason }) =>
      status !== 'shadowed' && reason !== undefined ? [{ slug, folder, reason }] : [],
    ),
  };
}
