import type { LedgerCall } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { claim, claimed, tokens } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

function call(callId: string, fingerprint = 'f'): LedgerCall {
  return { callId, idempotencyKey: `key of ${callId}`, tool: 'add', fingerprint };
}
const result = { output: '42', isError: false };

export function ledgerConformance(open: OpenTestDatabase): void {
  describe('ledger', () => {
    const db = useDatabase(open);

    it('tells finished and unknown calls apart', async () => {
      const { run, lease } = await claimed(db.store);
      const { ledger, runs } = db.store;
      await runs.commit(lease, run.id, {
        calls: [{ call: call('a') }, { call: call('b') }],
        events: tokens(run.id, 1, 2),
      });
      await runs.commit(lease, run.id, {
        events: tokens(run.id, 3, 1),
        calls: [{ call: call('a'), result }],
      });
      await db.store.runs.renew(lease, run.id, 0);
      const { lease: next } = await claim(db.store, 'w2');
      await runs.commit(next, run.id, {
        calls: [{ call: call('a') }, { call: call('b') }, { call: call('c') }],
      });
      expect(await db.store.events.read(run.id, 0)).toEqual(tokens(run.id, 1, 3));
      expect([...(await ledger.entries(run.id))]).toEqual([
        ['a', { state: 'finished', ...result }],
        ['b', { state: 'unknown' }],
        ['c', { state: 'unknown' }],
      ]);
    });

    it('has the files of a result, told in an event or not', async () => {
      const { run, lease } = await claimed(db.store);
      const drawn = (fileId: string) => {
        const file = { type: 'file' as const, fileId, mediaType: 'image/png', name: 'a.png', size: 3 };
        return { output: '', isError: false, files: [file] };
      };
      const told = {
        ...{
          runId: run.id,
          seq: 1,
          time: new Date(0).toISOString(),
          node: 'a',
          type: 'on_tool_end' as const,
        },
        data: { tool: 'add', callId: 'a', ...drawn('one') },
      };
      await db.store.runs.commit(lease, run.id, {
        events: [told],
        calls: [
          { call: call('a'), result: drawn('one') },
          { call: call('b'), result: drawn('two') },
        ],
      });
      expect([...(await db.store.ledger.entries(run.id))]).toEqual([
        ['a', { state: 'finished', ...drawn('one') }],
        ['b', { state: 'finished', ...drawn('two') }],
      ]);
      expect(await db.store.events.read(run.id, 0)).toEqual([told]);
    });

    it('takes a call id with other arguments for another call', async () => {
      const { run, lease } = await claimed(db.store);
      const { ledger, runs } = db.store;
      const long = (last: string) => `${'x'.repeat(5_000)}${last}`;
      await runs.commit(lease, run.id, { calls: [{ call: call('0', long('1')) }] });
      await runs.commit(lease, run.id, { calls: [{ call: call('0', long('1')), result }] });
      expect([...(await ledger.entries(run.id))]).toEqual([['0', { state: 'finished', ...result }]]);
      await runs.commit(lease, run.id, {
        calls: [{ call: call('0', long('2')) }],
        events: tokens(run.id, 1, 1),
      });
      expect([...(await ledger.entries(run.id))]).toEqual([['0', { state: 'unknown' }]]);
      await runs.commit(lease, run.id, {
        calls: [{ call: call('0', long('2')), result: { output: 'no', isError: true } }],
      });
      expect((await ledger.entries(run.id)).get('0')).toEqual({
        state: 'finished',
        output: 'no',
        isError: true,
      });
      expect(await db.store.events.read(run.id, 0)).toEqual(tokens(run.id, 1, 1));
    });

    it('keeps the first result', async () => {
      const { run, lease } = await claimed(db.store);
      const { ledger, runs } = db.store;
      await runs.commit(lease, run.id, { calls: [{ call: call('a') }] });
      await runs.commit(lease, run.id, { calls: [{ call: call('a'), result }] });
      await runs.commit(lease, run.id, {
        calls: [{ call: call('a'), result: { output: 'else', isError: true } }],
      });
      expect((await ledger.entries(run.id)).get('a')).toEqual({ state: 'finished', ...result });
    });

    it('takes any text as call id and as output', async () => {
      const { run, lease } = await claimed(db.store);
      const { ledger, runs } = db.store;
      const strange = ['\u0000', 'x'.repeat(5_000), 'half \ud800', 'sha256:'];
      for (const callId of strange) {
        await runs.commit(lease, run.id, { calls: [{ call: call(callId) }] });
        await runs.commit(lease, run.id, {
          calls: [{ call: call(callId), result: { output: `NUL \u0000`, isError: false } }],
        });
      }
      const entries = await ledger.entries(run.id);
      expect([...entries.keys()]).toEqual(strange);
      expect(entries.get('\u0000')).toEqual({ state: 'finished', output: 'NUL \u0000', isError: false });
    });

    it('takes the result of a call that was not recorded as started', async () => {
      const { run, lease } = await claimed(db.store);
      const { ledger, runs } = db.store;
      await runs.commit(lease, run.id, {
        events: tokens(run.id, 1, 1),
        calls: [{ call: call('a'), result }],
      });
      expect([...(await ledger.entries(run.id))]).toEqual([['a', { state: 'finished', ...result }]]);
      expect(await db.store.events.lastSeq(run.id)).toBe(1);
      expect(await db.store.ledger.entries('unknown')).toEqual(new Map());
    });
  });
}
