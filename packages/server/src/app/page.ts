export interface PageQuery {
  limit: number;
  /** The `next` of the page before. */
  after?: string | undefined;
}

export interface Page<Row> {
  items: Row[];
  /** Where the next page begins; `null` on the last one. */
  next: string | null;
}

/** A page of rows, and where the next one begins. */
export async function page<Row extends { id: string }>(
  { limit, after }: PageQuery,
  list: (asked: { limit: number; after?: string }) => Promise<Row[]>,
): Promise<Page<Row>> {
  // One more than asked for tells whether there is a next page.
  const rows = await list({ limit: limit + 1, ...(after !== undefined && { after }) });
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
