import { describe, expect, it } from 'vitest';
import { claimed, newRun, outcome, tenantId, workflow } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const half = 'half \ud800';
const nul = 'a\u0000b';
const long = 'x'.repeat(300);
const circle: Record<string, unknown> = {};
circle.self = circle;

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

export function badDataConformance(open: OpenTestDatabase): void {
  describe('bad data', () => {
    const db = useDatabase(open);
    const refused = (path: string) => ({ code: 'VALUE_NOT_STORABLE', details: { path } });

    it.each([
      ['id', { id: nul }],
      ['id', { id: '' }],
      ['id', { id: long }],
      ['tenantId', { tenantId: half }],
      ['conversationId', { conversationId: nul }],
      ['idempotencyKey', { idempotencyKey: long }],
      ['model', { model: nul }],
      ['input', { input: half }],
    ])('a message is refused at %s and the conversation stays usable', async (path, fields) => {
      await expect(db.store.runs.accept(newRun(fields))).rejects.toMatchObject(refused(path));
      expect(await db.store.runs.accept(newRun())).toMatchObject({ position: 1 });
    });

    it.each([
      ['structured.n', { n: 1n }],
      ['structured.f', { f: () => 1 }],
      ['structured.text', { text: half }],
      ['structured.at', { at: new Date() }],
      ['structured[0]', [Number.NaN]],
    ])('an outcome is refused at %s and the run can be ended otherwise', async (path, structured) => {
      const { run, lease } = await claimed(db.store);
      const finish = db.store.runs.finish(lease, run.id, outcome({ structured }));
      await expect(finish).rejects.toMatchObject(refused(path));
      expect(await db.store.runs.finish(lease, run.id, outcome())).toMatchObject({ status: 'completed' });
    });

    it.each([
      ['a circle', circle],
      ['nesting of 10,000', nested(10_000)],
    ])('%s is refused', async (_, structured) => {
      const { run, lease } = await claimed(db.store);
      const finish = db.store.runs.finish(lease, run.id, outcome({ structured }));
      await expect(finish).rejects.toMatchObject({ code: 'VALUE_NOT_STORABLE' });
    });

    it.each([
      ['LangChain markers', { lc: 1, type: 'constructor', id: ['nope'] }],
      ['special keys', JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')],
      ['NUL and -0', { [nul]: [nul, -0] }],
      ['nesting of 1,000', nested(1_000)],
    ])('%s come back exactly', async (_, structured) => {
      const { run, lease } = await claimed(db.store);
      await db.store.runs.finish(lease, run.id, outcome({ structured }));
      expect((await db.store.runs.get(tenantId, run.id))?.structured).toStrictEqual(structured);
    });

    it('10 MB come back exactly', async () => {
      const input = 'aé😀\u0000'.repeat(1_500_000);
      const run = await db.store.runs.accept(newRun({ input }));
      expect((await db.store.runs.get(tenantId, run.id))?.input === input).toBe(true);
    });

    it('ids are compared exactly', async () => {
      for (const conversationId of ['a', 'A', 'a ', 'é', 'e\u0301', '%', '😀']) {
        expect(await db.store.runs.accept(newRun({ conversationId }))).toMatchObject({ position: 1 });
      }
      expect((await db.store.conversations.list(tenantId)).items).toHaveLength(7);
    });

    it('events with values that cannot be kept are refused, halves of a split character are kept', async () => {
      const { run, lease } = await claimed(db.store);
      const event = { seq: 1, runId: run.id, time: '2026-01-01T00:00:00.000Z', node: 'n' };
      const input = { deep: [1n] };
      const bad = { ...event, type: 'on_tool_start', data: { tool: 't', callId: 'c', input } } as const;
      await expect(db.store.runs.commit(lease, run.id, { events: [bad] })).rejects.toMatchObject(
        refused('events[0].data.input.deep[0]'),
      );
      const split = ['\ud83d', '\ude00', '\ud83d'].map(
        (chunk, index) =>
          ({ ...event, seq: index + 1, type: 'on_chat_model_stream', data: { chunk } }) as const,
      );
      await db.store.runs.commit(lease, run.id, { events: split });
      expect(await db.store.events.read(run.id, 0)).toEqual(split);
    });

    it('a workflow is refused where it cannot be kept', async () => {
      const nodes = workflow().nodes.map((node) => ({ ...node, nodeName: nul }));
      await expect(db.store.workflows.put(tenantId, workflow({ nodes }))).rejects.toMatchObject(
        refused('$.nodes[0].nodeName'),
      );
      await expect(db.store.workflows.put(tenantId, workflow({ name: half }))).rejects.toMatchObject(
        refused('$.name'),
      );
      expect(await db.store.workflows.list(tenantId)).toEqual([]);
    });

    it('what cannot be an id is found nowhere', async () => {
      for (const id of [nul, half]) {
        expect(await db.store.runs.get(tenantId, id)).toBeUndefined();
        expect((await db.store.runs.list(id)).items).toEqual([]);
        expect(await db.store.runs.claim('w', 1_000, { conversationIds: [id] })).toEqual([]);
        expect(await db.store.runs.requestCancel(tenantId, id)).toBeUndefined();
        expect(await db.store.conversations.get(tenantId, id)).toBeUndefined();
        expect(await db.store.conversations.delete(tenantId, id)).toBe(false);
        expect(await db.store.workflows.get(tenantId, id)).toBeUndefined();
        expect(await db.store.workflows.versions(tenantId, id)).toEqual([]);
        expect(await db.store.agents.get(tenantId, id)).toBeUndefined();
        expect(await db.store.handoffs.get(tenantId, id)).toBeUndefined();
      }
    });
  });
}
