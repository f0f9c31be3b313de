import type { ModelPrice, NodeUsage, RunOutcome } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { claimed, newRun, outcome, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const setTime = statement<{ id: string; time: number }>('UPDATE runs SET created_at = $time WHERE id = $id');
const start = Date.parse('2026-03-01T00:00:00Z');
const hour = 3_600_000;
const range = { since: '2026-03-01T00:00:00Z', until: '2026-03-03T00:00:00Z' } as const;

const node = (fields: Partial<NodeUsage> = {}): NodeUsage => ({
  node: 'writer',
  agentId: 'a1',
  model: 'openai:m',
  failures: 0,
  ms: 40,
  inputTokens: 1_000_000,
  outputTokens: 500_000,
  modelCalls: 2,
  ...fields,
});

export function usageConformance(open: OpenTestDatabase): void {
  describe('usage', () => {
    const db = useDatabase(open);
    /** A run of that many hours after the start. */
    const ran = async (hours: number, workflowId: string, end: Partial<RunOutcome>, of = tenantId) => {
      const conversationId = `${of} ${hours} ${workflowId} ${Math.random()}`;
      const { run, lease } = await claimed(db.store, { conversationId, workflowId, tenantId: of });
      await db.database.run(setTime, { id: run.id, time: start + hours * hour });
      await db.store.runs.finish(lease, run.id, outcome(end));
    };

    it('adds up runs by workflow and hour', async () => {
      for (const ms of [30, 10, 20]) await ran(1.5, 'a', { spent: { ms, nodes: [] } });
      await ran(1.9, 'a', { status: 'failed', spent: { ms: 99, nodes: [] } });
      await ran(1, 'b', {});
      await ran(2, 'a', { spent: { ms: 7, nodes: [] } });
      await ran(1, 'a', {}, 'other');
      const rows = await db.store.usage.report(tenantId, { ...range, bucket: 'hour', groupBy: 'workflow' });
      expect(rows).toMatchObject([
        {
          time: '2026-03-01T01:00:00.000Z',
          group: 'a',
          runs: 4,
          failures: 1,
          inputTokens: 12,
          outputTokens: 8,
          modelCalls: 4,
          medianMs: 20,
          p95Ms: 99,
        },
        { time: '2026-03-01T01:00:00.000Z', group: 'b', runs: 1, failures: 0, medianMs: null, p95Ms: null },
        { time: '2026-03-01T02:00:00.000Z', group: 'a', runs: 1, medianMs: 7, p95Ms: 7 },
      ]);
    });

    it('adds up tokens and cost by model, over all workflows', async () => {
      const used = (model: string) => ({ spent: { ms: 1, nodes: [node({ model })] } });
      await ran(1, 'a', used('openai:m'));
      await ran(2, 'b', used('openai:m'));
      await ran(3, 'b', used('openai:n'));
      const prices = { 'openai:m': { input: 1, output: 2 } };
      const rows = await db.store.usage.report(tenantId, {
        ...range,
        bucket: 'day',
        groupBy: 'model',
        prices,
      });
      expect(rows).toMatchObject([
        { group: 'openai:m', runs: 0, inputTokens: 2_000_000, outputTokens: 1_000_000, cost: 4 },
        { group: 'openai:n', runs: 0, inputTokens: 1_000_000, cost: null },
      ]);
    });

    it('adds up the runs of one owner, or of some workflows', async () => {
      for (const [ownerId, workflowId] of [
        ['ann', 'a'],
        ['ann', 'b'],
        ['bob', 'a'],
      ] as const) {
        const { run } = await claimed(db.store, {
          conversationId: `${ownerId} ${workflowId}`,
          ownerId,
          workflowId,
        });
        await db.database.run(setTime, { id: run.id, time: start });
      }
      const count = async (of: { ownerId?: string; workflowIds?: string[] }) =>
        (await db.store.usage.report(tenantId, { ...range, bucket: 'day', ...of }))[0]?.runs ?? 0;
      expect(await count({})).toBe(3);
      expect(await count({ ownerId: 'ann' })).toBe(2);
      expect(await count({ workflowIds: ['a', 'c'] })).toBe(2);
      expect(await count({ ownerId: 'bob', workflowIds: ['b'] })).toBe(0);
      expect(await count({ workflowIds: [] })).toBe(0);
    });

    it('adds up all runs together when not asked to tell them apart', async () => {
      await ran(1, 'a', { spent: { ms: 1, nodes: [] } });
      await ran(2, 'b', { status: 'failed', spent: { ms: 3, nodes: [] } });
      expect(await db.store.usage.report(tenantId, { ...range, bucket: 'day' })).toMatchObject([
        { group: null, runs: 2, failures: 1, medianMs: 1, p95Ms: 3 },
      ]);
    });

    it('takes the days that are asked for, and runs that have not ended', async () => {
      await ran(-0.01, 'a', {});
      await ran(0, 'a', {});
      await ran(47.9, 'a', {});
      await ran(48, 'a', {});
      const waiting = await db.store.runs.accept(newRun({ workflowId: 'a' }));
      await db.database.run(setTime, { id: waiting.id, time: start });
      const rows = await db.store.usage.report(tenantId, { ...range, bucket: 'day', groupBy: 'workflow' });
      expect(rows).toMatchObject([
        { time: '2026-03-01T00:00:00.000Z', runs: 2, inputTokens: 3 },
        { time: '2026-03-02T00:00:00.000Z', runs: 1, inputTokens: 3 },
      ]);
    });

    it('keeps what providers had in their caches, and takes it at its price', async () => {
      const cache = { cachedInputTokens: 600_000, cacheWriteTokens: 100_000 };
      const usage = { inputTokens: 1_000_000, outputTokens: 500_000, modelCalls: 2, ...cache };
      await ran(1, 'w', { usage, spent: { ms: 1, nodes: [node(cache), node({ node: 'judge' })] } });
      const report = (price: ModelPrice, groupBy: 'agent' | 'workflow') =>
        db.store.usage.report(tenantId, { ...range, bucket: 'day', groupBy, prices: { 'openai:m': price } });
      const price = { input: 2, output: 8 };
      // Without a price of its own, cached input costs what input costs.
      expect(await report(price, 'workflow')).toMatchObject([{ ...cache, cost: 12 }]);
      const cheaper = { ...price, cachedInput: 0.2, cacheWrite: 2.5 };
      expect(await report(cheaper, 'workflow')).toMatchObject([{ ...cache, cost: expect.closeTo(10.97) }]);
      expect(await report(cheaper, 'agent')).toMatchObject([{ group: 'a1', ...cache }]);
    });

    it('tells agents apart, and counts a node without one by its name', async () => {
      const nodes = [
        node(),
        node({ model: 'openai:other', ms: 2 }),
        node({
          node: 'judge',
          agentId: null,
          model: null,
          failures: 1,
          inputTokens: 0,
          outputTokens: 0,
          ms: 1,
        }),
      ];
      await ran(1, 'w1', { spent: { ms: 50, nodes } });
      await ran(2, 'w2', { spent: { ms: 50, nodes: [node({ node: 'elsewhere', ms: 10 })] } });
      const rows = await db.store.usage.report(tenantId, { ...range, bucket: 'day', groupBy: 'agent' });
      expect(rows).toMatchObject([
        { group: 'a1', runs: 2, failures: 0, inputTokens: 3_000_000, modelCalls: 6, medianMs: 10, p95Ms: 42 },
        { group: 'judge', runs: 1, failures: 1, inputTokens: 0, medianMs: 1 },
      ]);
    });

    it('knows the cost when every model has a price', async () => {
      await ran(1, 'a', { spent: { ms: 1, nodes: [node(), node({ node: 'n2', agentId: 'a2' })] } });
      const report = async (prices: Record<string, { input: number; output: number }>) =>
        (await db.store.usage.report(tenantId, { ...range, bucket: 'day', groupBy: 'workflow', prices })).map(
          ({ cost }) => cost,
        );
      expect(await report({ 'openai:m': { input: 2, output: 8 } })).toEqual([12]);
      expect(await report({ 'openai:else': { input: 2, output: 8 } })).toEqual([null]);
    });

    it('goes through more runs than one page has', async () => {
      const accepted = Array.from({ length: 1_005 }, () =>
        db.store.runs.accept(newRun({ conversationId: 'many' })),
      );
      await Promise.all(accepted);
      const since = new Date(Date.now() - hour).toISOString();
      const rows = await db.store.usage.report(tenantId, { since, bucket: 'day', groupBy: 'workflow' });
      expect(rows.reduce((sum, { runs }) => sum + runs, 0)).toBe(1_005);
    });

    it('stays when the runs are removed', async () => {
      await ran(1, 'a', { spent: { ms: 5, nodes: [node()] } });
      const report = () => db.store.usage.report(tenantId, { ...range, bucket: 'day', groupBy: 'agent' });
      const before = await report();
      expect(before).toMatchObject([{ group: 'a1', runs: 1 }]);
      await db.store.conversations.purge('2999-01-01T00:00:00Z');
      expect((await db.store.runs.list(tenantId)).items).toEqual([]);
      expect(await report()).toEqual(before);
    });

    it('is counted once of a run that waited for a person, and of one that is called off', async () => {
      const { run, lease } = await claimed(db.store);
      const spent = { ms: 5, nodes: [node()] };
      const handoff = { id: 'h', node: 'n', question: 'Well?' };
      const since = new Date(Date.now() - hour).toISOString();
      const report = () => db.store.usage.report(tenantId, { since, bucket: 'hour', groupBy: 'agent' });
      await db.store.runs.finish(lease, run.id, outcome({ status: 'awaiting_human', handoff, spent }));
      const waiting = await report();
      expect(waiting).toMatchObject([{ group: 'a1', runs: 1, inputTokens: 1_000_000 }]);
      await db.store.runs.requestCancel(tenantId, run.id);
      expect(await report()).toEqual(waiting);
    });

    it('has calls that were made beside runs, for those who made them, and counts no run', async () => {
      await ran(1, 'a', { spent: { ms: 5, nodes: [node()] } });
      await db.store.usage.add({
        ...{ tenantId, ownerId: 'eve', workflowId: 'a', agent: 'a1', model: 'openai:other' },
        usage: { inputTokens: 100, outputTokens: 10, modelCalls: 1 },
        time: '2026-03-01T01:30:00Z',
      });
      const report = (more: { ownerId?: string; groupBy?: 'agent' | 'workflow' | 'user' }) =>
        db.store.usage.report(tenantId, { ...range, bucket: 'hour', ...more });
      expect(await report({ ownerId: 'eve' })).toMatchObject([
        { runs: 0, failures: 0, inputTokens: 100, outputTokens: 10, modelCalls: 1, medianMs: null },
      ]);
      expect(await report({ ownerId: 'bob' })).toEqual([]);
      expect((await report({ groupBy: 'user' })).map(({ group, runs }) => [group, runs])).toEqual([
        ['ann', 1],
        ['eve', 0],
      ]);
      expect(await report({ groupBy: 'user', ownerId: 'eve' })).toMatchObject([{ group: 'eve' }]);
      expect(await report({ groupBy: 'agent' })).toMatchObject([
        { group: 'a1', runs: 1, inputTokens: 1_000_100, modelCalls: 3, medianMs: 40 },
      ]);
      const prices = { 'openai:m': { input: 2, output: 8 }, 'openai:other': { input: 10, output: 100 } };
      const [row] = await db.store.usage.report(tenantId, { ...range, bucket: 'day', prices });
      expect(row?.cost).toBeCloseTo(6.002);
    });

    it('by user names the hundred who used most, and has all others together', async () => {
      for (let index = 0; index < 120; index++)
        await db.store.usage.add({
          ...{ tenantId, ownerId: `p${index}`, workflowId: 'a', agent: 'a1', model: 'openai:m' },
          usage: { inputTokens: index, outputTokens: 1, modelCalls: 1 },
          time: '2026-03-01T01:30:00Z',
        });
      const rows = await db.store.usage.report(tenantId, { ...range, bucket: 'day', groupBy: 'user' });
      expect(rows).toHaveLength(101);
      expect(rows.find(({ group }) => group === null)).toMatchObject({ inputTokens: 190, modelCalls: 20 });
      expect(rows.find(({ group }) => group === 'p20')).toMatchObject({ inputTokens: 20 });
      const whole = await db.store.usage.report(tenantId, { ...range, bucket: 'day' });
      expect(whole).toMatchObject([{ inputTokens: rows.reduce((sum, row) => sum + row.inputTokens, 0) }]);
    });

    it('by user names who uses some every day, though others use more on each', async () => {
      const use = (ownerId: string, day: number, inputTokens: number, workflowId = 'a') =>
        db.store.usage.add({
          ...{ tenantId, ownerId, workflowId, agent: 'a1', model: 'openai:m' },
          usage: { inputTokens, outputTokens: 0, modelCalls: 1 },
          time: new Date(start + day * 24 * hour).toISOString(),
        });
      for (const day of [0, 1, 2]) {
        await use('steady', day, 60);
        for (let index = 0; index < 101; index++) await use(`day ${day} of ${index}`, day, 100);
      }
      await use('elsewhere', 0, 1, 'b');
      const by = { since: '2026-03-01T00:00:00Z', until: '2026-03-04T00:00:00Z', bucket: 'day' } as const;
      const rows = await db.store.usage.report(tenantId, { ...by, groupBy: 'user' });
      expect(new Set(rows.map(({ group }) => group)).size).toBe(101);
      expect(rows.filter(({ group }) => group === 'steady')).toHaveLength(3);
      const [all = 0, named = 0] = [rows, rows.filter(({ group }) => group !== null)].map((some) =>
        some.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
      );
      expect([all, named]).toEqual([3 * 60 + 303 * 100 + 1, 3 * 60 + 99 * 100]);
      // By what was used of the workflow that is asked for.
      const some = await db.store.usage.report(tenantId, { ...by, groupBy: 'user', workflowIds: ['b'] });
      expect(some).toMatchObject([{ group: 'elsewhere', inputTokens: 1 }]);
    });

    it('by user tells of the others what they alone used', async () => {
      const prices = { 'openai:m': { input: 1, output: 1 } };
      const asked = { ...range, bucket: 'day', groupBy: 'user', prices } as const;
      for (let index = 0; index < 100; index++)
        await db.store.usage.add({
          ...{ tenantId, ownerId: `p${index}`, workflowId: 'a', agent: 'a1', model: 'openai:unpriced' },
          usage: { inputTokens: 5_000_000, outputTokens: 0, modelCalls: 1 },
          time: '2026-03-01T01:30:00Z',
        });
      const cache = { cachedInputTokens: 600_000 };
      const usage = { inputTokens: 1_000_000, outputTokens: 500_000, modelCalls: 2, ...cache };
      await ran(1, 'a', { usage, spent: { ms: 7, nodes: [node(cache)] } });
      const waiting = await db.store.runs.accept(newRun({ ownerId: 'cid' }));
      await db.database.run(setTime, { id: waiting.id, time: start });
      const others = (await db.store.usage.report(tenantId, asked)).filter(({ group }) => group === null);
      expect(others).toMatchObject([{ runs: 2, ...usage, cost: 1.5, medianMs: 7 }]);
    });

    it('by user has everybody, over a long time too', async () => {
      const people = ['ann', 'bob', 'cid', 'dan', 'eve'];
      for (const [index, ownerId] of people.entries())
        for (const time of [
          '2024-06-01T07:00:00Z',
          `2025-0${index + 1}-11T05:00:00Z`,
          '2026-03-01T01:30:00Z',
        ])
          await db.store.usage.add({
            ...{ tenantId, ownerId, workflowId: 'a', agent: 'a1', model: 'openai:m', time },
            usage: { inputTokens: 10 ** index, outputTokens: 0, modelCalls: 1 },
          });
      const long = { since: '2024-06-01T06:00:00Z', until: '2026-03-02T00:00:00Z', bucket: 'day' } as const;
      const rows = await db.store.usage.report(tenantId, { ...long, groupBy: 'user' });
      for (const [index, person] of people.entries())
        expect(rows.filter(({ group }) => group === person).map(({ inputTokens }) => inputTokens)).toEqual([
          10 ** index,
          10 ** index,
          10 ** index,
        ]);
      expect(rows).toHaveLength(15);
    });

    it('has runs that have not ended, however many others have waited for longer', async () => {
      const waiting = async (count: number, time: number) => {
        const accepted = Array.from({ length: count }, async () => db.store.runs.accept(newRun()));
        for (const { id } of await Promise.all(accepted)) await db.database.run(setTime, { id, time });
      };
      await waiting(150, start - 400 * 24 * hour);
      await waiting(1, start + 2 * hour);
      // By a clock that was behind.
      await waiting(150, start - 20 * hour);
      await waiting(150, start + hour);
      const rows = await db.store.usage.report(tenantId, { ...range, bucket: 'day' });
      expect(rows).toMatchObject([{ runs: 151 }]);
    });

    it('adds up runs that end at the same time', async () => {
      const works = await Promise.all(
        Array.from({ length: 20 }, (_, index) => claimed(db.store, { conversationId: `c${index}` })),
      );
      const other = await db.another();
      await Promise.all(
        works.map(({ run, lease }, index) =>
          (index % 2 === 0 ? db.store : other.store).runs.finish(lease, run.id, outcome()),
        ),
      );
      const since = new Date(Date.now() - hour).toISOString();
      const rows = await db.store.usage.report(tenantId, { since, bucket: 'day' });
      expect(rows.reduce((sum, { runs }) => sum + runs, 0)).toBe(20);
    });

    it('has the runs that a program of the version before has ended', async () => {
      await ran(1, 'a', { spent: { ms: 5, nodes: [node()] } });
      await db.database.run(statement('UPDATE runs SET counted = NULL'), {});
      await db.database.run(statement('DELETE FROM usage_totals'), {});
      expect(await db.store.usage.report(tenantId, { ...range, bucket: 'day' })).toMatchObject([
        { runs: 1, medianMs: 5 },
      ]);
    });

    it('of a day that is asked for from its middle has the hours from there', async () => {
      await ran(1, 'a', {});
      await ran(20, 'a', {});
      await ran(30, 'a', {});
      const since = new Date(start + 10.5 * hour).toISOString();
      const until = new Date(start + 30.5 * hour).toISOString();
      const rows = await db.store.usage.report(tenantId, { since, until, bucket: 'day' });
      expect(rows.map(({ runs }) => runs)).toEqual([1, 1]);
    });

    it('refuses what would be too long', async () => {
      const query = { since: '2020-01-01T00:00:00Z', bucket: 'hour', groupBy: 'agent' } as const;
      await expect(db.store.usage.report(tenantId, query)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    });
  });
}
