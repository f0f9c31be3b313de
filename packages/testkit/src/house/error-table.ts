export interface ErrorTableRow {
  code: string;
  status: number;
  meaning: string;
  whatToDo: string;
}

/** The rows of `docs/errors.md`: code, status, meaning, what to do. */
export function errorTable(markdown: string): ErrorTableRow[] {
  const rows = markdown.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \| (.+?) \| (.+?) \|$/gm);
  return [...rows].map(([, code = '', status, meaning = '', whatToDo = '']) => ({
    code,
    status: Number(status),
    meaning,
    whatToDo,
  }));
}
