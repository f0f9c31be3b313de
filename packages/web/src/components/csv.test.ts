import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('quotes what would end a field, and keeps formulas from being one', () => {
  expect(
    toCsv(
      ['a', 'b'],
      [
        ['x, "y"\nz', 1.5],
        ['=HYPERLINK("x")', null],
        ['-1', -1],
      ],
    ),
  ).toBe('a,b\r\n"x, ""y""\nz",1.5\r\n"\'=HYPERLINK(""x"")",\r\n\'-1,-1\r\n');
});
