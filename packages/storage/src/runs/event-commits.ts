// Batches of events alone, the most frequent write there is, since blocks of text are such: in a single statement, which
// makes sure of the lease itself. On PostgreSQL one statement serves many runs, since it costs about the same for one row
// as for a hundred; on SQLite every write shares its transaction already (`sqlite/write-queue.ts`).
import { CadenceError, type Lease, type RunCommit } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { encodeEvents, withCalls } from '../events/event-batch.ts';
import { recordedText } from '../events/recorded-record.ts';
import { storedBody } from '../events/stored-body.ts';
import { inRun, perRun, placesFrom } from '../rows/run-places.ts';

/**
 * Each batch under its own lease, and only where it follows its run's last event. Tells which are stored, also by an
 * earlier attempt whose answer was lost. Conversations are locked in one order, so that no two wait for one another,
 * and looked up one by one: joined, PostgreSQL would read all of them while they are few, and go on to when they are not.
 */
const appendBatches = statement<{ batches: string }, { id: string }>(
  `WITH given AS (
     SELECT * FROM json_to_recordset(CAST($batches AS JSON))
     AS batch (run TEXT, conversation TEXT, holder TEXT, fence INTEGER, first INTEGER, last INTEGER, body TEXT)
   ), held AS (
     SELECT leased.id, leased.ordinal, batch.first, batch.last, batch.body
     FROM (SELECT * FROM given ORDER BY conversation) AS batch CROSS JOIN LATERAL (
       SELECT r.id, r.ordinal FROM conversations c JOIN runs r ON r.id = c.lease_run_id
       WHERE c.id = conversation AND c.lease_holder = holder AND c.lease_fence = fence AND r.id = run
       FOR NO KEY UPDATE OF c
     ) AS leased
   ), stored AS (
     INSERT INTO event_batches (place, first_seq, body)
     SELECT ${placesFrom('ordinal')} + last, first, body FROM held
     WHERE ${placesFrom('ordinal')} + first = 1 + COALESCE(
       (SELECT MAX(place) FROM event_batches WHERE ${inRun('ordinal')}), ${placesFrom('ordinal')})
     RETURNING place
   )
   SELECT id FROM held JOIN stored ON place = ${placesFrom('ordinal')} + last
   UNION ALL
   SELECT id FROM held WHERE body = (SELECT b.body FROM event_batches b
     WHERE b.place = ${placesFrom('held.ordinal')} + held.last AND b.first_seq = held.first)`,
);

/** One of them. */
const appendBatch = statement<Batch>(
  `INSERT INTO event_batches (place, first_seq, body)
   SELECT ${placesFrom('r.ordinal')} + CAST($last AS INTEGER), $first, $body
   FROM conversations c JOIN runs r ON r.id = c.lease_run_id
   WHERE c.id = $conversation AND c.lease_holder = $holder AND c.lease_fence = $fence AND r.id = $run
     AND ${placesFrom('r.ordinal')} + CAST($first AS INTEGER) = 1 + COALESCE(
       (SELECT MAX(place) FROM event_batches WHERE ${inRun('r.ordinal')}), ${placesFrom('r.ordinal')})`,
);

type Batch = {
  run: string;
  conversation: string;
  holder: string;
  fence: number;
  first: number;
  last: number;
  body: string;
};

interface Waiting extends PromiseWithResolvers<boolean> {
  batch: Batch;
}

/** Bounds how long one statement holds the rows of others. */
const LARGEST = 200;

export class EventCommits {
  readonly #database: Database;
  #waiting: Waiting[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether it is stored. What is not, for whatever reason, is to be committed by itself, which tells the reason. */
  async add(lease: Lease, runId: string, commit: RunCommit): Promise<boolean> {
    const batch = batchOf(lease, runId, commit);
    if (!batch) return false;
    if (this.#database.dialect === 'sqlite') return (await this.#database.run(appendBatch, batch)) === 1;
    const waiting = { ...Promise.withResolvers<boolean>(), batch };
    // All that is due in this turn of the event loop goes together.
    if (this.#waiting.push(waiting) === 1) setImmediate(() => this.#store());
    return waiting.promise;
  }

  #store(): void {
    const all = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < all.length; from += LARGEST)
      this.#storeTogether(all.slice(from, from + LARGEST));
  }

  async #storeTogether(waiting: readonly Waiting[]): Promise<void> {
    const batches = JSON.stringify(waiting.map(({ batch }) => batch));
    try {
      const stored = await this.#database.change(appendBatches, { batches });
      const ids = new Set(stored.map(({ id }) => id));
      for (const { batch, resolve } of waiting) resolve(ids.has(batch.run));
    } catch (error) {
      const isAway = CadenceError.is(error) && error.code.startsWith('STORE_');
      for (const { resolve, reject } of waiting) isAway ? reject(error) : resolve(false);
    }
  }
}

/** What can be stored so: events, and what was recorded with them. */
function batchOf(
  { conversationId: conversation, holder, fence }: Lease,
  run: string,
  { events = [], steps = [], calls = [], recorded = [] }: RunCommit,
): Batch | undefined {
  const [{ seq: first } = { seq: 0 }] = events;
  const last = first + events.length - 1;
  if (events.length === 0 || steps.length + calls.length > 0 || last >= perRun) return undefined;
  if (events.some(({ runId, seq }, index) => runId !== run || seq !== first + index)) return undefined;
  const { body } = storedBody(withCalls(encodeEvents(events), recorded.map(recordedText)));
  return body === null ? undefined : { run, conversation, holder, fence, first, last, body };
}
