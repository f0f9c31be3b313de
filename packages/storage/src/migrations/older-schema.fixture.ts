// A database as an earlier version left it: the tables of that time, filled with rows that it wrote.
import { readFileSync } from 'node:fs';
import { type Message, messageSchema } from '@cadence-agents/contracts';
import { z } from 'zod';
import type { Database, SqlValue } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { openDatabase, type StoreOptions } from '../open-store.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

const valueSchema = z.union([z.string(), z.number(), z.null(), z.object({ bytes: z.base64() })]);
const documentSchema = z.object({
  rows: z.record(z.string(), z.array(z.record(z.string(), valueSchema))),
  expected: z.record(
    z.string(),
    z.object({
      steps: z.number(),
      /** How many messages there were after each step. */
      lengths: z.array(z.number()),
      messages: z.array(messageSchema).optional(),
      status: z.string().nullable().optional(),
    }),
  ),
});

/** What a conversation of such a database has to be like once it is opened. */
export interface ExpectedConversation {
  steps: number;
  lengths: number[];
  messages?: Message[] | undefined;
}

/**
 * Fills a new database with what version 5 of the schema held: conversations that have ended, one that waits for a
 * person, some that were broken off in mid-air, a fork, one with imported messages, and a thread of a LangGraph graph.
 */
export async function fillSchema5(options: StoreOptions): Promise<Record<string, ExpectedConversation>> {
  const file = new URL('./schema-5.rows.json', import.meta.url);
  const { rows, expected } = documentSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const database = await openDatabase(options);
  try {
    await migrate(database, migrations.slice(0, 5));
    for (const [table, all] of Object.entries(rows)) await fill(database, table, all);
  } finally {
    await database.close();
  }
  return expected;
}

async function fill(
  database: Database,
  table: string,
  rows: readonly Record<string, z.infer<typeof valueSchema>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const numbered = database.dialect === 'postgres' && columns.includes('ordinal');
  const insert = statement<Record<string, SqlValue>>(
    `INSERT INTO ${table} (${columns.join(', ')}) ${numbered ? 'OVERRIDING SYSTEM VALUE' : ''} VALUES (${columns.map((name) => `$${name}`).join(', ')})`,
  );
  await database.write(async (queries) => {
    for (const row of rows) {
      const values = columns.map((name) => [name, asValue(row[name] ?? null)]);
      await queries.run(insert, Object.fromEntries(values));
    }
    if (numbered) {
      await queries.all(
        statement(`SELECT setval(pg_get_serial_sequence('${table}', 'ordinal'), MAX(ordinal)) FROM ${table}`),
        {},
      );
    }
  });
}

const asValue = (value: z.infer<typeof valueSchema>): SqlValue =>
  typeof value === 'object' && value !== null ? Buffer.from(value.bytes, 'base64') : value;
