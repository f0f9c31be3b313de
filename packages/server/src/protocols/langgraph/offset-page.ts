interface OffsetPage<Row> {
  limit: number;
  offset: number;
  /** Whether a row counts. */
  keep?: (row: Row) => boolean | Promise<boolean>;
}

const READ_AT_ONCE = 200;

/** A page by number of rows, over a listing that is read by the row it goes on after. */
export async function offsetPage<Row extends { id: string }>(
  list: (page: { limit: number; after?: string }) => Promise<Row[]>,
  { limit, offset, keep = () => true }: OffsetPage<Row>,
): Promise<Row[]> {
  const kept: Row[] = [];
  for (let after: string | undefined; ; ) {
    const rows = await list({ limit: READ_AT_ONCE, ...(after !== undefined && { after }) });
    for (const row of rows) {
      if (await keep(row)) kept.push(row);
      if (kept.length >= offset + limit) return kept.slice(offset);
    }
    after = rows.at(-1)?.id;
    if (rows.length < READ_AT_ONCE || after === undefined) return kept.slice(offset);
  }
}
