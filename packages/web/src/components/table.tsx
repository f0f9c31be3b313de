import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers go to the right. */
  align?: 'right';
  /** Left out on a narrow screen. */
  wideOnly?: boolean;
}

export interface TableProps<Row> {
  /** Read aloud before the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  const place = (column: Column<Row>) =>
    cx(column.align === 'right' && 'text-right tabular-nums', column.wideOnly === true && 'max-md:hidden');
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b bg-sunken/60 text-left">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cx('px-4 py-2 text-xs font-medium whitespace-nowrap text-muted', place(column))}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b last:border-0 hover:bg-hover/60">
              {columns.map((column) => (
                <td key={column.id} className={cx('px-4 py-2 align-middle', place(column))}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
