import type { Page, PageQuery } from '../../app/page.ts';

interface OffsetPage<Row> {
  limit: number;
  offset: number;
  /** Whether a row counts. */
  keep?: (row: Row) => boolean | Promise<boolean>;
}

const READ_AT_ONCE = 200;

/** A page by number of rows, over a listing that is read by the row it goes on after. */
export async function offsetPage<Row>(
  list: (query: PageQuery) => Promise<Page<Row>>,
  { limit, offset, keep = () => true }: OffsetPage<Row>,
): Promise<Row[]> {
  const kept: Row[] = [];
  for (let after: string | undefined; ; ) {
    const { items, next } = await list({ limit: READ_AT_ONCE, after });
    for (const row of items) {
      if (await keep(row)) kept.push(row);
      if (kept.length >= offset + limit) return kept.slice(offset);
    }
    if (next === null) return kept.slice(offset);
    after = next;
  }
}
