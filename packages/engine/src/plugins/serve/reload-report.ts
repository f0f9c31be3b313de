import type { Arrangement } from './select-plugins.ts';

/** What a reload changed, by slug. */
export interface ReloadReport {
  added: string[];
  changed: string[];
  removed: string[];
  failed: { slug: string; folder: string; reason: string }[];
}

export function reloadReport(before: Arrangement, after: Arrangement): ReloadReport {
  const old = new Map(before.bundles.map((bundle) => [bundle.slug, bundle]));
  const now = new Map(after.bundles.map((bundle) => [bundle.slug, bundle]));
  const isOther = (slug: string) => {
    const [a, b] = [old.get(slug), now.get(slug)];
    return a?.hash !== b?.hash || a?.folder !== b?.folder || a?.source !== b?.source;
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
