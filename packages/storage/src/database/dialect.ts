// The few words in which SQLite and PostgreSQL differ, so that every statement is written once.

import { notStorable } from '@cadence-agents/contracts';
import { isExactText, notExactText } from '../exact-text.ts';
import type { Queries, SqlValue } from './database.ts';
import { type RunStatement, statementChannel } from './statement-channel.ts';

type Dialect = Queries['dialect'];

const words: Record<Dialect, Record<string, string>> = {
  sqlite: {
    NOW_MS: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    // In a query of its own it is asked once a statement, so that indexes can be searched by it. See
    // sqlite/steady-clock.ts.
    STEADY_MS: '(SELECT steady_ms())',
    SERIAL_KEY: 'INTEGER PRIMARY KEY',
    PLACE_KEY: 'INTEGER PRIMARY KEY',
    EXACT_TEXT: 'TEXT',
    BYTES: 'BLOB',
  },
  postgres: {
    NOW_MS: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
    STEADY_MS: '(SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint)',
    SERIAL_KEY: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    PLACE_KEY: 'BIGINT PRIMARY KEY',
    // Compared and ordered byte by byte whatever the database's locale is, as SQLite does.
    EXACT_TEXT: 'TEXT COLLATE "C"',
    BYTES: 'BYTEA',
  },
};

const inItemsOf = /\b(NOT )?IN (ITEMS_OF\([^)]+\))/g;
const itemsOf = /\bITEMS_OF\(([^)]+)\)/g;
const items: Record<Dialect, string> = {
  sqlite: '(SELECT value FROM json_each($1))',
  postgres: '(SELECT value FROM json_array_elements_text(CAST($1 AS JSON)))',
};
const rowLock = /\s+FOR NO KEY UPDATE(?: OF \w+)?(?: SKIP LOCKED)?/g;
const limit = /\bLIMIT (\$\w+)/g;

export interface CompiledSql {
  text: string;
  /** The parameters in the order of their positions. */
  names: string[];
}

export function compileSql(sql: string, dialect: Dialect): CompiledSql {
  const names: string[] = [];
  const sign = dialect === 'sqlite' ? '?' : '$';
  const adapted = dialect === 'sqlite' ? forSqlite(sql) : forPostgres(sql);
  const text = adapted
    .replace(itemsOf, items[dialect])
    .replace(
      /\b(?:NOW_MS|STEADY_MS|SERIAL_KEY|PLACE_KEY|EXACT_TEXT|BYTES)\b/g,
      (word) => words[dialect][word] ?? word,
    )
    .replace(/\$([a-z]\w*)/gi, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `${sign}${names.indexOf(name) + 1}`;
    });
  return { text, names };
}

/**
 * It locks the whole database, so there are no rows to lock. And its planner looks at the parameter of a LIMIT, so that
 * the statement is prepared anew each time one is bound, unless that is hidden in a cast.
 */
function forSqlite(sql: string): string {
  return sql.replace(rowLock, '').replace(limit, 'LIMIT CAST($1 AS INTEGER)');
}

/** It searches an index by an array; joined with a set, it may read a large table from end to end. */
function forPostgres(sql: string): string {
  return sql.replace(
    inItemsOf,
    (_, not: string | undefined, list: string) => `${not ? '<> ALL' : '= ANY'} (ARRAY ${list})`,
  );
}

/** Whether it changes nothing, and so can run outside a transaction. */
export function isRead(sql: string): boolean {
  return /^\s*(?:SELECT|PRAGMA)\b/i.test(sql);
}

/** The values in the order of the statement's positions. */
export function bindValues(compiled: CompiledSql, params: Record<string, SqlValue>): SqlValue[] {
  const values = compiled.names.map((name) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The statement's parameter $${name} is not given.`);
    // SQLite would keep a NUL and replace half a surrogate pair, PostgreSQL refuse the one: both refuse both here.
    if (typeof value === 'string' && !isExactText(value)) throw notStorable(name, notExactText);
    return value;
  });
  if (statementChannel.hasSubscribers)
    statementChannel.publish({ text: compiled.text, values } satisfies RunStatement);
  return values;
}
