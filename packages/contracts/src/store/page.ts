export interface PageQuery {
  limit?: number;
  /** The `next` of the page before. */
  after?: string;
}

/**
 * Some rows of a listing. A listing looks at so many rows at most, whatever it has to find: a page can have fewer than
 * were asked for, or none, and not be the last.
 */
export interface Page<Row> {
  items: Row[];
  /** Where the next page begins; `null` on the last one. */
  next: string | null;
}
