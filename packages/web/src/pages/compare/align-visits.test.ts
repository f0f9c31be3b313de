import { describe, expect, it } from 'vitest';
import type { Visit } from '../runs/run-activity.ts';
import { alignVisits } from './align-visits.ts';

const visit = (node: string, output = ''): Visit => ({
  seq: 1,
  node,
  nodeType: 'AGENT',
  step: 1,
  startedAt: '',
  endedAt: null,
  models: [],
  tools: [
    {
      seq: 1,
      callId: '',
      tool: 't',
      input: {},
      startedAt: '',
      endedAt: null,
      output,
      files: [],
      isError: false,
    },
  ],
  notes: [],
  question: null,
  receipt: null,
  error: null,
});
const shape = (left: Visit[], right: Visit[]) =>
  alignVisits(left, right).map(
    (row) => `${row.left?.node ?? '-'}${row.differs ? '≠' : '='}${row.right?.node ?? '-'}`,
  );

describe('alignVisits', () => {
  it('sets the same nodes side by side', () => {
    expect(shape([visit('a'), visit('b'), visit('d')], [visit('a'), visit('c'), visit('d')])).toEqual([
      'a=a',
      'b≠-',
      '-≠c',
      'd=d',
    ]);
  });

  it('marks a step whose tool gave something else', () => {
    expect(shape([visit('a', '1')], [visit('a', '2')])).toEqual(['a≠a']);
  });

  it('shows what only one of them did', () => {
    expect(shape([], [visit('a')])).toEqual(['-≠a']);
    expect(shape([visit('a'), visit('b')], [visit('b')])).toEqual(['a≠-', 'b=b']);
  });
});
