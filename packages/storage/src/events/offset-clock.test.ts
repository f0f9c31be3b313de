import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OffsetClock } from './offset-clock.ts';

describe('OffsetClock', () => {
  it('gives small numbers for times that follow one another', () => {
    const clock = new OffsetClock();
    clock.offset('2026-01-01T00:00:00.990Z');
    expect(clock.offset('2026-01-01T00:00:00.997Z')).toBe(7);
    expect(clock.offset('2026-01-01T00:00:01.005Z')).toBe(8);
    expect(clock.offset('2026-01-01T00:00:01.001Z')).toBe(-4);
  });

  it('restores any text, a time or not', () => {
    const odd = fc.constantFrom(
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.0x0Z',
      '2026-01-01T00:00:00.0000',
      '2026-02-30T00:00:00.000Z',
      '+275760-09-13T00:00:00.000Z',
      '-271821-04-20T00:00:00.000Z',
      '2026-01-01T00:00:00.000+00:00',
      '',
    );
    const date = fc.date({ noInvalidDate: true }).map((value) => value.toISOString());
    fc.assert(
      fc.property(fc.array(fc.oneof(odd, date)), (times) => {
        const [from, to] = [new OffsetClock(), new OffsetClock()];
        expect(times.map((time) => to.restore(from.offset(time)))).toEqual(times);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
