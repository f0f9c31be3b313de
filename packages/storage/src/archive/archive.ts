// Reads what was moved to the archive. What was moved leaves an empty row in its place, so that nobody asks here for
// what is in the database.
import { LruCache } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { rowOfRun } from '../rows/run-places.ts';
import { MOST_BYTES, type RunContent, unpackRun } from './archived-run.ts';
import { archiveAway, type ObjectStore } from './object-store.ts';

type Moved = { object: string; sha256: string };

const moved = 'SELECT object, sha256 FROM archives WHERE moved_at IS NOT NULL AND run =';
const movedByRow = statement<{ run: number }, Moved>(`${moved} $run`);
const movedById = statement<{ runId: string }, Moved>(`${moved} ${rowOfRun}`);

/** Characters of JSON. */
const MOST_KEPT = 32 * 2 ** 20;

export class Archive {
  readonly objects: ObjectStore;
  readonly #queries: Queries;
  readonly #read = new LruCache<string, RunContent>({
    maxEntries: 200,
    maxSize: MOST_KEPT,
    sizeOf: ({ batches, steps }) =>
      batches.reduce((sum, { body }) => sum + body.length, 0) +
      steps.reduce((sum, { text }) => sum + text.length, 0),
  });

  constructor(queries: Queries, objects: ObjectStore) {
    this.#queries = queries;
    this.objects = objects;
  }

  /** `undefined` when nothing of the run was moved. */
  async run(runId: string): Promise<RunContent | undefined> {
    const row = await this.#queries.first(movedById, { runId });
    return row && this.#content(row);
  }

  /** By the number of its row. */
  async runAt(run: number): Promise<RunContent | undefined> {
    const row = await this.#queries.first(movedByRow, { run });
    return row && this.#content(row);
  }

  async #content({ object, sha256 }: Moved): Promise<RunContent> {
    const known = this.#read.get(object);
    if (known) return known;
    const bytes = await this.objects.get(object, MOST_BYTES);
    if (!bytes) throw archiveAway(`The archive ${this.objects.place} lacks an object that was moved there.`);
    const content = await unpackRun(bytes, sha256);
    this.#read.set(object, content);
    return content;
  }
}
