import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Page } from '@cadence-agents/contracts';
import type { AskedPage } from '../../app/asked-page.ts';

interface OffsetPage<Row> {
  limit: number;
  offset: number;
  /** Whether a row counts. */
  keep?: (row: Row) => boolean | Promise<boolean>;
}

const READ_AT_ONCE = 200;
/** As many rows as a search goes through; what comes after them it does not find. */
const MOST_PAGES = 50;

/** A page by number of rows, over a listing that is read by the row it goes on after. */
export async function offsetPage<Row>(
  list: (query: AskedPage) => Promise<Page<Row>>,
  { limit, offset, keep = () => true }: OffsetPage<Row>,
): Promise<Row[]> {
  const kept: Row[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { items, next } = await list({ limit: READ_AT_ONCE, after });
    for (const row of items) {
      if (await keep(row)) kept.push(row);
      if (kept.length >= offset + limit) return kept.slice(offset);
    }
    if (next === null) return kept.slice(offset);
    after = next;
    // SQLite answers at once, and others would wait until the whole search is over.
    await nextTurn();
  }
  return kept.slice(offset);
}
