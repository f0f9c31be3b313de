import { expect, it } from 'vitest';
import { bytesByTurn, type TurnBytes } from './growth/bytes-by-turn.ts';
import { openCadenceKeeper } from './growth/cadence-keeper.ts';
import { growthRatio } from './growth/growth-ratio.ts';

const MOST = 1.2;
/** Beside other work commits fall together in other ways: the least of a few tries is what the conversation needs. */
const TRIES = 3;

const ratio = (turns: readonly TurnBytes[], bytes: keyof TurnBytes) =>
  growthRatio(
    turns.map((turn) => turn[bytes]),
    30,
  );

it('writes and keeps at most 1.2 times as much of a turn after 120 turns as at the beginning', async () => {
  const least = { written: Number.POSITIVE_INFINITY, kept: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < TRIES && Math.max(least.written, least.kept) > MOST; tries += 1) {
    const turns = await bytesByTurn(openCadenceKeeper, 120);
    expect(Math.min(...turns.map(({ written }) => written))).toBeGreaterThan(0);
    least.written = Math.min(least.written, ratio(turns, 'written'));
    least.kept = Math.min(least.kept, ratio(turns, 'kept'));
  }
  expect(least.written).toBeLessThanOrEqual(MOST);
  expect(least.kept).toBeLessThanOrEqual(MOST);
});
