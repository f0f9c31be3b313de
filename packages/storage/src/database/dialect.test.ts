import { describe, expect, it } from 'vitest';
import { bindValues, compileSql, isRead } from './dialect.ts';

describe('compileSql', () => {
  it('numbers parameters by their first use', () => {
    const sql = 'UPDATE t SET a = $value, b = $id WHERE id = $id AND c = $value';
    expect(compileSql(sql, 'sqlite')).toEqual({
      text: 'UPDATE t SET a = ?1, b = ?2 WHERE id = ?2 AND c = ?1',
      names: ['value', 'id'],
    });
    expect(compileSql(sql, 'postgres').text).toBe('UPDATE t SET a = $1, b = $2 WHERE id = $2 AND c = $1');
  });

  it('locks rows only where there are several writers', () => {
    const sql = 'SELECT 1 FROM t LIMIT 1 FOR NO KEY UPDATE OF t SKIP LOCKED';
    expect(compileSql(sql, 'sqlite').text).toBe('SELECT 1 FROM t LIMIT 1');
    expect(compileSql(sql, 'postgres').text).toBe(sql);
  });

  it('looks for the items of a list as each database does best', () => {
    const sql = 'SELECT 1 FROM ITEMS_OF(t.list) AS l WHERE l.value IN ITEMS_OF($a) AND b NOT IN ITEMS_OF($c)';
    const each = (list: string) => `(SELECT value FROM json_each(${list}))`;
    expect(compileSql(sql, 'sqlite').text).toBe(
      `SELECT 1 FROM ${each('t.list')} AS l WHERE l.value IN ${each('?1')} AND b NOT IN ${each('?2')}`,
    );
    const all = (list: string) => `(SELECT value FROM json_array_elements_text(CAST(${list} AS JSON)))`;
    expect(compileSql(sql, 'postgres').text).toBe(
      `SELECT 1 FROM ${all('t.list')} AS l WHERE l.value = ANY (ARRAY ${all('$1')}) AND b <> ALL (ARRAY ${all('$2')})`,
    );
  });

  it('hides the parameter of a LIMIT from the planner that would look at it', () => {
    const sql = 'SELECT 1 FROM t ORDER BY a LIMIT $limit';
    expect(compileSql(sql, 'sqlite').text).toBe('SELECT 1 FROM t ORDER BY a LIMIT CAST(?1 AS INTEGER)');
    expect(compileSql(sql, 'postgres').text).toBe('SELECT 1 FROM t ORDER BY a LIMIT $1');
  });

  it('has PostgreSQL look up the items of a list one by one', () => {
    const sql = 'SELECT 1 FROM t WHERE a IN ITEMS_OF($some) AND b NOT IN ITEMS_OF(c)';
    const list = (of: string) => `ARRAY (SELECT value FROM json_array_elements_text(CAST(${of} AS JSON)))`;
    expect(compileSql(sql, 'postgres').text).toBe(
      `SELECT 1 FROM t WHERE a = ANY (${list('$1')}) AND b <> ALL (${list('c')})`,
    );
    expect(compileSql(sql, 'sqlite').text).toBe(
      'SELECT 1 FROM t WHERE a IN (SELECT value FROM json_each(?1)) AND b NOT IN (SELECT value FROM json_each(c))',
    );
  });

  it('uses the words of each database', () => {
    const sql = 'CREATE TABLE t (k SERIAL_KEY, a EXACT_TEXT, b BYTES, NOT_BYTES INTEGER)';
    expect(compileSql(sql, 'sqlite').text).toBe(
      'CREATE TABLE t (k INTEGER PRIMARY KEY, a TEXT, b BLOB, NOT_BYTES INTEGER)',
    );
    expect(compileSql(sql, 'postgres').text).toContain('a TEXT COLLATE "C", b BYTEA, NOT_BYTES');
  });
});

describe('bindValues', () => {
  it('names the parameter that is missing', () => {
    const compiled = compileSql('SELECT $a, $b', 'sqlite');
    expect(bindValues(compiled, { b: 2, a: null })).toEqual([null, 2]);
    expect(() => bindValues(compiled, { a: 1 })).toThrow('$b');
  });
});

describe('isRead', () => {
  it.each([
    ['  select 1', true],
    ['PRAGMA page_count', true],
    ['SELECTED', false],
    ['INSERT INTO t SELECT 1', false],
    ['WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x', false],
  ])('%s: %s', (sql, reads) => {
    expect(isRead(sql)).toBe(reads);
  });
});
