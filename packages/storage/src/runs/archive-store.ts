import { randomUUID } from 'node:crypto';
import type { ArchivedRun, ArchiveStore } from '@cadence-agents/contracts';
import { MOST_BYTES, type PackedRun, packRun, unpackRun } from '../archive/archived-run.ts';
import { archiveAway, type ObjectStore } from '../archive/object-store.ts';
import { sweepObjects } from '../archive/sweep-objects.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { millisecondsOf } from '../iso-time.ts';
import { countDue, type DueRun, dueRuns, markDue } from './due-runs.ts';
import { moveRows, readRun } from './move-rows.ts';

const beginMove = statement<{ archive: number; object: string }, { object: string }>(
  `UPDATE archives SET object = COALESCE(object, $object), tried_at = NOW_MS
   WHERE ordinal = $archive AND run IS NOT NULL AND moved_at IS NULL RETURNING object`,
);

/** Most of the time is spent waiting for the objects. */
const AT_ONCE = 4;

export function createArchiveStore(database: Database, objects: ObjectStore): ArchiveStore {
  return {
    async *move(before) {
      const time = millisecondsOf(before);
      await sweepObjects(database, objects);
      for (let after = 0; ; ) {
        const due = await dueRuns(database, { after, before: time, limit: AT_ONCE });
        const moved = await Promise.all(due.map((run) => moveRun(database, objects, run)));
        yield* moved.filter((run) => run !== undefined);
        after = due.at(-1)?.archive ?? after;
        if (due.length === AT_ONCE) continue;
        if (!(await markDue(database, time))) return;
      }
    },
    countDue: async (before) => countDue(database, millisecondsOf(before)),
    sweep: () => sweepObjects(database, objects),
  };
}

/**
 * Notes the name of the object first, so that there is none that nobody knows of; writes it and reads it back; only then
 * are the rows removed, all at once. Whatever is broken off in between begins anew, under the same name.
 */
async function moveRun(
  database: Database,
  objects: ObjectStore,
  run: DueRun,
): Promise<ArchivedRun | undefined> {
  const content = await readRun(database, run);
  if (!content) return undefined;
  const name = randomUUID().replaceAll('-', '');
  const params = { archive: run.archive, object: name };
  const begun = await database.write((queries) => queries.first(beginMove, params), { durable: true });
  if (!begun) return undefined;
  const packed = await packRun(content);
  await objects.put(begun.object, packed.bytes);
  await verify(objects, begun.object, packed);
  const moved = await database.write((queries) => moveRows(queries, run, content, packed), { durable: true });
  return moved ? { runId: run.id, bytes: packed.bytes.length } : undefined;
}

async function verify(objects: ObjectStore, name: string, { sha256 }: PackedRun): Promise<void> {
  const written = await objects.get(name, MOST_BYTES);
  if (!written) throw archiveAway(`The archive ${objects.place} lost an object as soon as it was written.`);
  await unpackRun(written, sha256);
}
