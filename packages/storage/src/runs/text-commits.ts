// Blocks of text, the most frequent write there is: in a single statement, which makes sure of the lease itself. On
// PostgreSQL one statement serves many runs, since it costs about the same for one row as for a hundred; on SQLite every
// write shares its transaction already (`sqlite/write-queue.ts`).
import { CadenceError, type Lease, type RunCommit } from '@cadence/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { encodeEvents } from '../events/event-batch.ts';
import { storedBody } from '../events/stored-body.ts';
import { inRun, placesFrom } from '../rows/run-places.ts';

/** Each block under its own lease, and only where it follows its run's last event. Tells which were stored. */
const appendBlocks = statement<{ blocks: string }, { id: string }>(
  `WITH given AS (
     SELECT * FROM json_to_recordset(CAST($blocks AS JSON))
     AS block (run TEXT, conversation TEXT, holder TEXT, fence INTEGER, first INTEGER, last INTEGER, body TEXT)
   ), held AS (
     SELECT r.id, r.ordinal, given.first, given.last, given.body FROM given
     JOIN conversations c ON c.id = conversation AND c.lease_holder = holder AND c.lease_fence = fence
     JOIN runs r ON r.id = c.lease_run_id AND r.id = run
     ORDER BY c.id FOR NO KEY UPDATE OF c
   ), stored AS (
     INSERT INTO event_batches (place, first_seq, body)
     SELECT ${placesFrom('ordinal')} + last, first, body FROM held
     WHERE ${placesFrom('ordinal')} + first = 1 + COALESCE(
       (SELECT MAX(place) FROM event_batches WHERE ${inRun('ordinal')}), ${placesFrom('ordinal')})
     RETURNING place
   )
   SELECT id FROM held JOIN stored ON place = ${placesFrom('ordinal')} + last`,
);

/** One of them. */
const appendBlock = statement<Block>(
  `INSERT INTO event_batches (place, first_seq, body)
   SELECT ${placesFrom('r.ordinal')} + CAST($last AS INTEGER), $first, $body
   FROM conversations c JOIN runs r ON r.id = c.lease_run_id
   WHERE c.id = $conversation AND c.lease_holder = $holder AND c.lease_fence = $fence AND r.id = $run
     AND ${placesFrom('r.ordinal')} + CAST($first AS INTEGER) = 1 + COALESCE(
       (SELECT MAX(place) FROM event_batches WHERE ${inRun('r.ordinal')}), ${placesFrom('r.ordinal')})`,
);

type Block = {
  run: string;
  conversation: string;
  holder: string;
  fence: number;
  first: number;
  last: number;
  body: string;
};

interface Waiting extends PromiseWithResolvers<boolean> {
  block: Block;
}

/** Bounds how long one statement holds the rows of others. */
const LARGEST = 200;

export class TextCommits {
  readonly #database: Database;
  #waiting: Waiting[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether it is stored. What is not, for whatever reason, is to be committed by itself, which tells the reason. */
  async add(lease: Lease, runId: string, commit: RunCommit): Promise<boolean> {
    const block = blockOf(lease, runId, commit);
    if (!block) return false;
    if (this.#database.dialect === 'sqlite') return (await this.#database.run(appendBlock, block)) === 1;
    const waiting = { ...Promise.withResolvers<boolean>(), block };
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
    const blocks = JSON.stringify(waiting.map(({ block }) => block));
    try {
      const stored = await this.#database.write((queries) => queries.all(appendBlocks, { blocks }));
      const ids = new Set(stored.map(({ id }) => id));
      for (const { block, resolve } of waiting) resolve(ids.has(block.run));
    } catch (error) {
      const isAway = CadenceError.is(error) && error.code.startsWith('STORE_');
      for (const { resolve, reject } of waiting) isAway ? reject(error) : resolve(false);
    }
  }
}

/** What can be stored together: text and nothing else. */
function blockOf(
  { conversationId: conversation, holder, fence }: Lease,
  run: string,
  { events = [], steps = [], calls = [], recorded = [] }: RunCommit,
): Block | undefined {
  const [first] = events;
  const isText = events.every(
    ({ type, runId, seq }, index) =>
      (type === 'on_chat_model_stream' || type === 'on_message_delta') &&
      runId === run &&
      seq === (first?.seq ?? 0) + index,
  );
  if (!first || !isText || steps.length + calls.length + recorded.length > 0) return undefined;
  const { body } = storedBody(encodeEvents(events));
  if (body === null) return undefined;
  return { run, conversation, holder, fence, first: first.seq, last: first.seq + events.length - 1, body };
}
