// Plugins that say too much, or something that cannot be said; a neighbour notices nothing.
import { describe, expect, it } from 'vitest';
import { beside, ended, failure, levels } from './isolated.fixture.ts';

describe.each(levels)('at the level %s', (demand) => {
  it.each([
    ['events', 'for (;;) ctx.emit({ on: "and on" });', /far more messages than a call may/],
    ['log lines', 'for (;;) { ctx.log("on"); await null; }', /far more messages than a call may/],
    ['one huge event', 'ctx.emit({ text: "x".repeat(20 * 2 ** 20) }); return "sent";', /far too long/],
    [
      'what is no message',
      'for (;;) try { fs.writeSync(3, "{}\\n"); } catch {}',
      /far more messages than a call may/,
    ],
  ])('ends a tool that floods Cadence with %s', (_, flood, reason) =>
    beside(demand, { head: 'import fs from "node:fs";', tools: { flood } }, async (all) => {
      let events = 0;
      const more = { emit: () => void events++, log: () => void events++ };
      expect((await failure(all.call('bad', 'flood', {}, more))).message).toMatch(reason);
      expect(events).toBeLessThanOrEqual(3000);
    }),
  );

  it('is not disturbed by what it prints', () =>
    beside(
      demand,
      {
        tools: {
          print:
            'for (let n = 0; n < 20_000; n++) { console.log("x".repeat(100)); console.error(n); } return "printed";',
        },
      },
      async (all) => expect(await all.call('bad', 'print')).toBe('printed'),
    ));

  it.each([
    ['a BigInt', 'return 1n;'],
    ['a function', 'return () => 1;'],
    ['a cycle', 'const loop: any = {}; loop.self = loop; return loop;'],
    ['an async generator', 'return (async function* () { yield 1; })();'],
    ['a NUL', 'return "a\\u0000b";'],
    ['far too much', 'return "x".repeat(6 * 2 ** 20);'],
  ])('refuses %s as a result', (_, odd) =>
    beside(demand, { tools: { odd } }, async (all) =>
      expect(await failure(all.call('bad', 'odd'))).toMatchObject({ code: 'VALUE_NOT_STORABLE' }),
    ),
  );

  it('ends a process that is busy although nobody asked for anything', () =>
    beside(
      demand,
      { tools: { later: 'setTimeout(() => { for (;;); }, 20); return "done";' } },
      async (all) => {
        expect(await all.call('bad', 'later')).toBe('done');
        await ended(all, /busy without a call/);
      },
    ));
});
