import { expect, it } from 'vitest';
import { fileSize } from './file-size.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [3_449_000, '3.4 MB'],
  [12_300_000, '12 MB'],
  [5_000_000_000_000, '5,000 GB'],
])('says %d bytes as %s', (bytes, said) => {
  expect(fileSize(bytes)).toBe(said);
});
