// Makes a store large without a run: everything that there is, many times over, by SQL.
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { openDatabase, type StoreOptions } from '../open-store.ts';
import { perRun } from '../rows/run-places.ts';
import { COUNTED } from '../search/index-words.ts';
import { PART, partOf, scopeWord } from '../search/words.ts';
import { perConversation } from '../states/step-rows.ts';
import { COUNTED_WAITING } from '../usage/counted-run.ts';

/** How the rows of a table are copied for the time that is called `n`; columns that are not named stay as they are. */
interface Copy {
  table: string;
  columns: Readonly<Record<string, string>>;
  /** Whether the database numbers the rows. */
  numbered?: boolean;
  /** Whether copies can have the same key: then the first is kept. */
  mayMeet?: boolean;
}

const YEAR_MS = 365 * 86_400_000;
/** Few enough that SQLite can fold its log into the file now and then: it looks each page up in all of the log. */
const AT_ONCE = 1_000;

type Counted = 'conversations' | 'runs' | 'handoffs' | 'webhook_deliveries' | 'audit_entries' | 'api_keys';
type Highest = Readonly<Record<Counted, number>>;

const copyOf = (column: string) => `${column} || '~' || n`;
const someUser = "'user-' || (n % 1000)";
const someWorkflow = "workflow_id || '-' || (n % 3)";

const further = (column: string, by: number) => `${column} + CAST(n AS BIGINT) * ${by}`;
type Earlier = (column: string) => string;

/** Spread over the year before, those copied last being the newest. */
function copies(times: number, highest: Highest): Copy[] {
  const stepMs = Math.floor(YEAR_MS / times);
  const earlier = (column: string) => `${column} - CAST(${times} - n AS BIGINT) * ${stepMs}`;
  return [...talkCopies(highest, earlier), ...besides(highest), ...otherCopies(highest, earlier)];
}

function talkCopies(highest: Highest, earlier: Earlier): Copy[] {
  // One of a thousand failed, and one of a hundred that waited for a person still does.
  const waits = 'n % 100 = 0';
  return [
    {
      table: 'conversations',
      numbered: true,
      columns: {
        ordinal: further('ordinal', highest.conversations),
        id: copyOf('id'),
        owner_id: someUser,
        created_at: earlier('created_at'),
        // The oldest were left; all others are gone on with to this day.
        updated_at: `CASE WHEN n <= 100 THEN ${earlier('updated_at')} ELSE updated_at END`,
        active_at: earlier('active_at'),
        // Those of its runs.
        workflows_json: `CASE workflows_json WHEN '[]' THEN '["grown"]'
          ELSE replace(workflows_json, '"]', '-' || (n % 3) || '"]') END`,
      },
    },
    {
      table: 'runs',
      numbered: true,
      columns: {
        ordinal: further('ordinal', highest.runs),
        id: copyOf('id'),
        owner_id: someUser,
        conversation_id: copyOf('conversation_id'),
        workflow_id: someWorkflow,
        idempotency_key: copyOf('idempotency_key'),
        status: `CASE WHEN status = 'awaiting_human' THEN CASE WHEN ${waits} THEN status ELSE 'completed' END
          WHEN n % 1000 = 0 THEN 'failed' ELSE status END`,
        // As it is an hour later.
        counted: `CASE WHEN status = 'awaiting_human' AND ${waits} THEN ${COUNTED_WAITING} ELSE ${COUNTED} END`,
        counted_usage_json: 'usage_json',
        counted_spent_json: 'spent_json',
        feedback: "CASE n % 100 WHEN 0 THEN 'up' WHEN 1 THEN 'down' END",
        created_at: earlier('created_at'),
        queued_at: earlier('queued_at'),
        started_at: earlier('started_at'),
        ended_at: earlier('ended_at'),
      },
    },
    { table: 'event_batches', columns: { place: further('place', highest.runs * perRun) } },
    {
      table: 'steps',
      columns: {
        place: further('place', highest.conversations * perConversation),
        run: further('run', highest.runs),
        created_at: earlier('created_at'),
      },
    },
    {
      table: 'handoffs',
      numbered: true,
      columns: {
        ordinal: further('ordinal', highest.handoffs),
        id: copyOf('id'),
        run_id: copyOf('run_id'),
        conversation_id: copyOf('conversation_id'),
        status: `CASE WHEN status = 'waiting' AND NOT (${waits}) THEN 'cancelled' ELSE status END`,
      },
    },
  ];
}

/** What was sent with messages, and told when runs had ended. */
function besides(highest: Highest): Copy[] {
  return [
    {
      table: 'webhook_deliveries',
      numbered: true,
      columns: {
        ordinal: further('ordinal', highest.webhook_deliveries),
        id: copyOf('id'),
        run_id: copyOf('run_id'),
        conversation_id: copyOf('conversation_id'),
        status: "'delivered'",
        due_at: 'NULL',
      },
    },
    { table: 'file_bytes', columns: { hash: copyOf('hash') } },
    { table: 'files', columns: { id: copyOf('id'), owner_id: someUser, hash: copyOf('hash') } },
    {
      table: 'file_uses',
      columns: { conversation_id: copyOf('conversation_id'), file_id: copyOf('file_id') },
    },
  ];
}

function otherCopies(highest: Highest, earlier: Earlier): Copy[] {
  return [
    {
      table: 'audit_entries',
      numbered: true,
      columns: {
        ordinal: further('ordinal', highest.audit_entries),
        id: copyOf('id'),
        actor: "'key-' || (n % 1000)",
        action: "'grown'",
        target_json: `'"' || n || '"'`,
        time: earlier('time'),
      },
    },
    {
      table: 'api_keys',
      numbered: true,
      columns: { ordinal: further('ordinal', highest.api_keys), id: copyOf('id'), user_id: someUser },
    },
    {
      table: 'usage_totals',
      columns: {
        owner_id: `CASE WHEN owner_id = '' THEN '' ELSE ${someUser} END`,
        started_at: `CAST(${earlier('started_at')} AS BIGINT) / span * span`,
        workflow_id: someWorkflow,
      },
      mayMeet: true,
    },
    {
      table: 'usage_ranks',
      columns: {
        owner_id: someUser,
        started_at: `CAST(${earlier('started_at')} AS BIGINT) / span * span`,
        workflow_id: someWorkflow,
      },
      mayMeet: true,
    },
    { table: 'profiles', columns: { user_id: copyOf('user_id') } },
    { table: 'store_items', columns: { owner_id: someUser, item_key: copyOf('item_key') } },
    { table: 'kept_replies', columns: { owner_id: someUser, idempotency_key: copyOf('idempotency_key') } },
  ];
}

const columnsOf = {
  sqlite: (table: string) =>
    statement<Record<string, never>, { name: string }>(`SELECT name FROM pragma_table_info('${table}')`),
  postgres: (table: string) =>
    statement<Record<string, never>, { name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = '${table}' ORDER BY ordinal_position`,
    ),
};

/** How often everything is copied, or until there are so many batches of events. */
export type GrownSize = { times: number } | { batches: number };

const countBatches = statement<Record<string, never>, { batches: number }>(
  'SELECT COUNT(*) AS batches FROM event_batches',
);

/** So that what was served by it shows. */
export async function dropIndex(options: StoreOptions, name: string): Promise<void> {
  const database = await openDatabase(options);
  await database.run(statement(`DROP INDEX ${name}`), {}).finally(() => database.close());
}

export async function grow(options: StoreOptions, size: GrownSize): Promise<void> {
  const database = await openDatabase(options);
  try {
    const there = (await database.first(countBatches, {}))?.batches ?? 1;
    await copyAll(database, 'times' in size ? size.times : Math.ceil(size.batches / there));
  } finally {
    await database.close();
  }
}

async function copyAll(database: Database, times: number): Promise<void> {
  const highest = await highestOf(database);
  for (const { table, columns, numbered = false, mayMeet = false } of copies(times, highest)) {
    const names = (await database.all(columnsOf[database.dialect](table), {})).map(({ name }) => name);
    const values = names.map((name) => columns[name] ?? name);
    // What is there now is what is copied, also in the second round.
    const kept = `kept_${table}`;
    await database.run(statement(`CREATE TABLE ${kept} AS SELECT * FROM ${table}`), {});
    for (let first = 1; first <= times; first += AT_ONCE) {
      const numbers = numbersOf[database.dialect](first, Math.min(times, first + AT_ONCE - 1));
      const overriding = numbered && database.dialect === 'postgres' ? 'OVERRIDING SYSTEM VALUE' : '';
      const copy = `INSERT INTO ${table} (${names.join(', ')}) ${overriding}
        SELECT ${values.join(', ')} FROM ${numbers} CROSS JOIN ${kept} WHERE true ${mayMeet ? 'ON CONFLICT DO NOTHING' : ''}`;
      await database.run(statement(copy), {});
    }
    await database.run(statement(`DROP TABLE ${kept}`), {});
    if (numbered && database.dialect === 'postgres') await database.all(goOnCounting(table), {});
  }
  await copyWords(database);
  // Half of the copied runs are to be moved to the archive.
  const due = "INSERT INTO archives (run) SELECT ordinal FROM runs WHERE id LIKE '%~%' AND ordinal % 2 = 0";
  await database.run(statement(due), {});
  // As its own housekeeping does. Nobody does so on SQLite, which plans without.
  if (database.dialect === 'postgres') await database.run(statement('ANALYZE'), {});
}

/** Each tenth run is found by all words that there are, the others by as many as a short talk has. */
async function copyWords(database: Database): Promise<void> {
  const { before, copy, after } = wordsOfCopies[database.dialect];
  await wordsThere(database);
  for (const sql of before) await database.run(statement(sql), {});
  const { runs } = await highestOf(database);
  const { tenant_id: tenantId = '' } = (await database.first(anyRun, {})) ?? {};
  const partAt = partOf[database.dialect];
  for (let first = 1, last = 0; first <= runs; first = last + 1) {
    // Each part of the index has a word of its own.
    last = Math.min(first + AT_ONCE - 1, (Math.floor(first / PART) + 1) * PART - 1);
    await database.run(copy, { first, last, scope: scopeWord({ tenantId }, partAt(first)) });
  }
  for (const sql of after) await database.run(statement(sql), {});
}

const anyRun = statement<Record<string, never>, { tenant_id: string }>('SELECT tenant_id FROM runs LIMIT 1');
const countWords = statement<Record<string, never>, { runs: number }>(
  'SELECT COUNT(*) AS runs FROM run_words',
);

/** A run is found a moment after its end. */
async function wordsThere(database: Database): Promise<void> {
  for (let looks = 0; looks < 100; looks++) {
    if (Number((await database.first(countWords, {}))?.runs) > 0) return;
    // Looks again after a moment: nothing reports the index.
    await setTimeout(100);
  }
  throw new Error('No run is found by words.');
}

const someCopies = "FROM runs WHERE id LIKE '%~%' AND ordinal BETWEEN $first AND $last";
const isTenth = 'ordinal % 10 = 0';
const grownWords = Array.from({ length: 60 }, (_, index) => `grown${index}`).join(' ');
const wordsOfCopies = {
  sqlite: {
    before: [
      "CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'run_words', 'row')",
      "CREATE TABLE temp.all_words AS SELECT group_concat(term, ' ') AS words FROM temp.terms",
    ],
    copy: statement<{ first: number; last: number; scope: string }>(
      `INSERT INTO run_words (rowid, words) SELECT ordinal,
         CASE WHEN ${isTenth} THEN (SELECT words FROM temp.all_words) ELSE '${grownWords}' END || ' ' || $scope
       ${someCopies}`,
    ),
    after: ['DROP TABLE temp.all_words', 'DROP TABLE temp.terms'],
  },
  postgres: {
    before: [],
    copy: statement<{ first: number; last: number; scope: string }>(
      `INSERT INTO run_words (run, words) SELECT ordinal,
         CASE WHEN ${isTenth} THEN (SELECT words FROM run_words ORDER BY run LIMIT 1) ELSE '${grownWords}'::tsvector END
           || array_to_tsvector(ARRAY[CAST($scope AS TEXT)])
       ${someCopies} ON CONFLICT DO NOTHING`,
    ),
    after: [],
  },
};

const numbersOf = {
  sqlite: (first: number, last: number) =>
    `(WITH RECURSIVE counted(n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM counted WHERE n < ${last})
      SELECT n FROM counted)`,
  postgres: (first: number, last: number) => `generate_series(${first}, ${last}) AS counted(n)`,
};

const goOnCounting = (table: string) =>
  statement(
    `SELECT setval(pg_get_serial_sequence('${table}', 'ordinal'), (SELECT MAX(ordinal) FROM ${table}))`,
  );

async function highestOf(database: Database): Promise<Highest> {
  const read = async (table: string) =>
    (
      await database.first(
        statement<Record<string, never>, { highest: number | null }>(
          `SELECT MAX(ordinal) AS highest FROM ${table}`,
        ),
        {},
      )
    )?.highest ?? 1;
  return {
    conversations: await read('conversations'),
    runs: await read('runs'),
    handoffs: await read('handoffs'),
    webhook_deliveries: await read('webhook_deliveries'),
    audit_entries: await read('audit_entries'),
    api_keys: await read('api_keys'),
  };
}
