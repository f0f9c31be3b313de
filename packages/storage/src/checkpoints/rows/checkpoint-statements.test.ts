import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSql } from '../../database/dialect.ts';
import { sqliteTestDatabase } from '../../sqlite/sqlite-test-database.fixture.ts';
import * as statements from './checkpoint-statements.ts';

describe('the statements of the checkpoint store', () => {
  let started: Awaited<ReturnType<typeof sqliteTestDatabase>>;
  let file: DatabaseSync;
  beforeAll(async () => {
    started = await sqliteTestDatabase();
    await started.connect();
    file = new DatabaseSync(join(started.dataDir, 'cadence.db'), { readOnly: true });
  });
  afterAll(async () => {
    file.close();
    await started.dispose();
  });

  const named = Object.entries(statements).flatMap(([name, each]) =>
    typeof each === 'object' ? [{ name, sql: each.sql }] : [],
  );

  it.each(named)('$name finds its rows by an index', ({ sql }) => {
    const { text, names } = compileSql(sql, 'sqlite');
    const plan = file.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...names.map(() => 1));
    const scans = plan
      .map(({ detail }) => String(detail))
      .filter((detail) => /^SCAN (?!chain|rows_of)/.test(detail));
    expect(scans).toEqual([]);
  });
});
