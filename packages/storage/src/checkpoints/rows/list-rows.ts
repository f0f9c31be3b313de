import type { CheckpointQuery } from '@cadence-agents/contracts';
import type { Queries, Statement } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { CheckpointRow } from './checkpoint-row.ts';
import { fromRows, rowColumns } from './checkpoint-statements.ts';

type RowFilter = Pick<CheckpointQuery, 'threadId' | 'ns' | 'checkpointId' | 'before'>;

const conditions: readonly [keyof RowFilter, string][] = [
  ['threadId', 't.thread_id = $threadId'],
  ['ns', 't.ns = $ns'],
  ['checkpointId', 'c.checkpoint_id = $checkpointId'],
  ['before', 'c.checkpoint_id < $before'],
];

type Params = Record<string, string | number>;
// A statement is prepared once for each object that stands for it.
const statements = new Map<string, Statement<Params, CheckpointRow>>();

function pageStatement(where: string): Statement<Params, CheckpointRow> {
  const known = statements.get(where);
  if (known) return known;
  const made = statement<Params, CheckpointRow>(
    `SELECT ${rowColumns} ${fromRows} WHERE ${where} ORDER BY c.ordinal DESC LIMIT $limit`,
  );
  statements.set(where, made);
  return made;
}

/** Pages of rows, those stored last first. */
export async function* listRows(
  queries: Queries,
  filter: RowFilter,
  pageSize: number,
): AsyncGenerator<CheckpointRow[]> {
  const params: Params = { limit: pageSize };
  const where = ['1 = 1'];
  for (const [name, condition] of conditions) {
    const value = filter[name];
    if (value === undefined) continue;
    params[name] = value;
    where.push(condition);
  }
  for (;;) {
    const rows = await queries.all(pageStatement(where.join(' AND ')), params);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    if (params.last === undefined) where.push('c.ordinal < $last');
    params.last = last.ordinal;
  }
}
