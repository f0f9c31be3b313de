import { countTurns } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { claim, claimed, newRun, tokens } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

export function eventsConformance(open: OpenTestDatabase): void {
  describe('events', () => {
    const db = useDatabase(open);

    it('are read back as they were, from any number on, across batches', async () => {
      const { run, lease } = await claimed(db.store);
      const all = tokens(run.id, 1, 250);
      for (let start = 0; start < 250; start += 2) {
        await db.store.runs.commit(lease, run.id, { events: all.slice(start, start + 2) });
      }
      const { read } = db.store.events;
      expect(await read(run.id, 0)).toEqual(all);
      expect(await read(run.id, 100)).toEqual(all.slice(100));
      expect(await read(run.id, 101, 3)).toEqual(all.slice(101, 104));
      expect(await read(run.id, 0, 203)).toEqual(all.slice(0, 203));
      expect(await read(run.id, 250)).toEqual([]);
      expect(await db.store.events.lastSeq(run.id)).toBe(250);
    });

    it('of a long run are read without keeping others from their turn', async () => {
      const { run, lease } = await claimed(db.store);
      for (let first = 1; first <= 1_000; first += 2)
        await db.store.runs.commit(lease, run.id, { events: tokens(run.id, first, 2) });
      const readAll = () => Promise.all([1, 2, 3].map(() => db.store.events.read(run.id, 0)));
      expect(await countTurns(readAll)).toBeGreaterThanOrEqual(4);
    });

    it('go on without a gap, else LEASE_LOST', async () => {
      const { run, lease } = await claimed(db.store);
      await db.store.runs.commit(lease, run.id, { events: tokens(run.id, 1, 3) });
      const [one, , three] = tokens(run.id, 4, 3);
      for (const wrong of [
        tokens(run.id, 3, 2),
        tokens(run.id, 5, 1),
        one && three ? [one, three] : [],
        tokens('other', 4, 1),
      ]) {
        await expect(db.store.runs.commit(lease, run.id, { events: wrong })).rejects.toMatchObject({
          code: 'LEASE_LOST',
        });
      }
      await db.store.runs.commit(lease, run.id, { events: [] });
      await db.store.runs.commit(lease, run.id, { events: tokens(run.id, 4, 1) });
      expect(await db.store.events.lastSeq(run.id)).toBe(4);
    });

    it('go on where the attempt before stopped', async () => {
      const { run, lease } = await claimed(db.store);
      await db.store.runs.commit(lease, run.id, { events: tokens(run.id, 1, 2) });
      await db.store.runs.renew(lease, run.id, 0);
      const { lease: next } = await claim(db.store, 'w2');
      await db.store.runs.commit(next, run.id, { events: tokens(run.id, 3, 2) });
      expect(await db.store.events.read(run.id, 0)).toEqual(tokens(run.id, 1, 4));
    });

    it('of many runs are stored side by side, each under its own lease', async () => {
      const runs = [];
      for (let index = 0; index < 20; index++) {
        await db.store.runs.accept(newRun({ conversationId: `c${index}` }));
        runs.push(await claim(db.store, 'w1'));
      }
      const [stolen, gap] = runs;
      if (!stolen || !gap) throw new Error('There are no runs.');
      await db.store.runs.renew(stolen.lease, stolen.run.id, 0);
      const { lease: thief } = await claim(db.store, 'w2');
      expect(thief.conversationId).toBe(stolen.lease.conversationId);
      const commits = await Promise.allSettled(
        runs.map(({ run, lease }) =>
          db.store.runs.commit(lease, run.id, { events: tokens(run.id, run.id === gap.run.id ? 2 : 1, 3) }),
        ),
      );
      for (const [index, { run }] of runs.entries()) {
        const failed = run.id === stolen.run.id || run.id === gap.run.id;
        expect(commits[index]).toMatchObject(
          failed ? { reason: { code: 'LEASE_LOST' } } : { status: 'fulfilled' },
        );
        expect(await db.store.events.read(run.id, 0)).toEqual(failed ? [] : tokens(run.id, 1, 3));
      }
      await db.store.runs.commit(thief, stolen.run.id, { events: tokens(stolen.run.id, 1, 2) });
      expect(await db.store.events.lastSeq(stolen.run.id)).toBe(2);
    });

    it('of an unknown run are none', async () => {
      expect(await db.store.events.read('unknown', 0)).toEqual([]);
      expect(await db.store.events.read('\u0000', 0)).toEqual([]);
      expect(await db.store.events.lastSeq('unknown')).toBe(0);
    });

    it('keeps what came from outside in its order, whatever is stored with it, and the ledger passes it by', async () => {
      const { run, lease } = await claimed(db.store);
      const { runs, events, ledger } = db.store;
      const attempt = {
        type: 'attempt',
        attempt: 1,
        time: '2026-01-01T00:00:00.000Z',
        seq: 0,
        step: 0,
      } as const;
      const visit = (result: string) => ({ type: 'visit', node: 'n', result }) as const;
      await runs.commit(lease, run.id, { recorded: [attempt] });
      await runs.commit(lease, run.id, { events: tokens(run.id, 1, 1), recorded: [visit('😀"\u0000')] });
      const call = { callId: 'a', idempotencyKey: 'k', tool: 't', fingerprint: 'f' };
      await runs.commit(lease, run.id, {
        events: tokens(run.id, 2, 2),
        calls: [{ call, result: { output: 'o', isError: false } }],
        recorded: [visit('x'.repeat(5_000)), visit('y')],
      });
      await runs.commit(lease, run.id, { recorded: [visit('z')] });
      const kept = [attempt, visit('😀"\u0000'), visit('x'.repeat(5_000)), visit('y'), visit('z')];
      expect(await events.recorded(run.id)).toEqual(kept);
      expect(await events.read(run.id, 0)).toEqual(tokens(run.id, 1, 3));
      expect([...(await ledger.entries(run.id)).keys()]).toEqual(['a']);
    });
  });
}
