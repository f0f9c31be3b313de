import { beforeAll, describe, expect, it } from 'vitest';
import { bytesByTurn, type TurnBytes } from './growth/bytes-by-turn.ts';
import { openCadenceKeeper } from './growth/cadence-keeper.ts';
import { growthRatio } from './growth/growth-ratio.ts';

describe('a conversation of 120 turns', () => {
  let turns: TurnBytes[];
  beforeAll(async () => {
    turns = await bytesByTurn(openCadenceKeeper, 120);
  });

  it('writes at most 1.2 times as much a turn at its end as at its beginning', () => {
    const written = turns.map((turn) => turn.written);
    expect(Math.min(...written)).toBeGreaterThan(0);
    expect(growthRatio(written, 30)).toBeLessThanOrEqual(1.2);
  });

  it('keeps at most 1.2 times as much of a turn at its end as at its beginning', () => {
    expect(
      growthRatio(
        turns.map((turn) => turn.kept),
        30,
      ),
    ).toBeLessThanOrEqual(1.2);
  });
});
