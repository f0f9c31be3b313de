import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { blocksOf, NearbyRows } from './nearby-rows.tsx';

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
      <table aria-rowcount={rows.length + 1} className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr aria-rowindex={1} className="border-b bg-sunken/60 text-left">
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
        {blocksOf(rows).map((block) => (
          <NearbyRows key={block.start} as="tbody" className="border-b last:border-0">
            {() =>
              block.rows.map((row, index) => (
                <tr
                  key={rowKey(row)}
                  aria-rowindex={block.start + index + 2}
                  className="border-b last:border-0 hover:bg-hover/60"
                >
                  {columns.map((column) => (
                    <td key={column.id} className={cx('px-4 py-2 align-middle', place(column))}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))
            }
          </NearbyRows>
        ))}
      </table>
    </div>
  );
}
