import { CadenceError, type NewPluginVersion, type PluginVersionStore } from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, exactText, isExactText } from '../exact-text.ts';
import { isoTime } from '../iso-time.ts';

type Key = { slug: string; hash: string };
type VersionRow = Key & { version: string; actor: string | null; added_at: number; used_at: number };

const inUse = statement<Record<string, never>, { slug: string; hash: string | null; version: string | null }>(
  'SELECT slug, hash, version FROM plugins_in_use ORDER BY slug',
);
const list = statement<{ slug: string }, VersionRow & { in_use: number }>(
  `SELECT v.slug, v.hash, v.version, v.actor, v.added_at, v.used_at, CASE WHEN u.slug IS NULL THEN 0 ELSE 1 END AS in_use
   FROM plugin_versions v LEFT JOIN plugins_in_use u ON u.slug = v.slug AND u.hash = v.hash
   WHERE v.slug = $slug ORDER BY in_use DESC, v.used_at DESC, v.version DESC`,
);
const archive = statement<Key, { archive: Uint8Array }>(
  'SELECT archive FROM plugin_versions WHERE slug = $slug AND hash = $hash',
);
const keep = statement<Key & { version: string; actor: string | null; archive: Uint8Array }>(
  `INSERT INTO plugin_versions (slug, hash, version, actor, added_at, used_at, archive)
   VALUES ($slug, $hash, $version, $actor, NOW_MS, NOW_MS, $archive)
   ON CONFLICT (slug, hash) DO UPDATE SET used_at = excluded.used_at`,
);
const use = statement<Key & { version: string }>(
  `INSERT INTO plugins_in_use (slug, hash, version) VALUES ($slug, $hash, $version)
   ON CONFLICT (slug) DO UPDATE SET hash = excluded.hash, version = excluded.version`,
);
const used = statement<Key, { version: string }>(
  'UPDATE plugin_versions SET used_at = NOW_MS WHERE slug = $slug AND hash = $hash RETURNING version',
);
const claimSlug = statement<{ slug: string }>(
  'INSERT INTO plugins_in_use (slug, hash, version) VALUES ($slug, NULL, NULL) ON CONFLICT (slug) DO NOTHING',
);
const dropOld = statement<{ slug: string; most: number }>(
  `DELETE FROM plugin_versions WHERE slug = $slug AND hash NOT IN (
     SELECT v.hash FROM plugin_versions v JOIN plugins_in_use u ON u.slug = v.slug
     WHERE v.slug = $slug ORDER BY CASE WHEN v.hash = u.hash THEN 0 ELSE 1 END, v.used_at DESC, v.version DESC LIMIT $most)`,
);
const dropAll = statement<{ slug: string }>('DELETE FROM plugin_versions WHERE slug = $slug');
const markRemoved = statement<{ slug: string }>(
  'UPDATE plugins_in_use SET hash = NULL, version = NULL WHERE slug = $slug AND hash IS NOT NULL',
);

export function createPluginVersionStore(database: Database): PluginVersionStore {
  return {
    inUse: () => database.all(inUse, {}),

    async list(slug) {
      if (!isExactText(slug)) return [];
      return (await database.all(list, { slug })).map((row) => ({
        slug: row.slug,
        version: row.version,
        hash: row.hash,
        by: row.actor,
        addedAt: isoTime(row.added_at),
        usedAt: isoTime(row.used_at),
        inUse: row.in_use === 1,
      }));
    },

    async archive(slug, hash) {
      if (!isExactText(slug, hash)) return undefined;
      return (await database.first(archive, { slug, hash }))?.archive;
    },

    async install(plugin, most) {
      const row = versionRow(plugin);
      const { slug, hash, version } = row;
      await database.write(
        async (queries) => {
          await queries.run(keep, row);
          await queries.run(use, { slug, hash, version });
          await queries.run(dropOld, { slug, most });
        },
        { durable: true },
      );
    },

    async adopt(versions) {
      const rows = versions.map(versionRow);
      const last = rows.at(-1);
      if (!last) return false;
      return database.write((queries) => adoptRows(queries, rows, last), { durable: true });
    },

    async use(slug, hash) {
      if (!isExactText(slug, hash)) return false;
      return database.write(
        async (queries) => {
          const kept = await queries.first(used, { slug, hash });
          if (kept) await queries.run(use, { slug, hash, version: kept.version });
          return kept !== undefined;
        },
        { durable: true },
      );
    },

    async remove(slug) {
      if (!isExactText(slug)) return false;
      return database.write(
        async (queries) => {
          await queries.run(dropAll, { slug });
          return (await queries.run(markRemoved, { slug })) > 0;
        },
        { durable: true },
      );
    },
  };
}

type NewRow = ReturnType<typeof versionRow>;

async function adoptRows(queries: Queries, rows: readonly NewRow[], last: NewRow): Promise<boolean> {
  const { slug, hash, version } = last;
  if (rows.some((row) => row.slug !== slug))
    throw new CadenceError('INTERNAL', 'Versions of several plugins cannot be adopted at once.');
  // Whoever gets the row first adopts; the other one waits for that and finds it there.
  if ((await queries.run(claimSlug, { slug })) === 0) return false;
  for (const row of rows) await queries.run(keep, row);
  await queries.run(use, { slug, hash, version });
  return true;
}

function versionRow({ slug, hash, version, by, archive: bytes }: NewPluginVersion) {
  return {
    slug: exactId(slug, 'slug'),
    hash: exactId(hash, 'hash'),
    version: exactText(version, 'version'),
    actor: by === null ? null : exactId(by, 'by'),
    archive: bytes,
  };
}
