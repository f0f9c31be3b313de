import { describe, expect, it } from 'vitest';
import { claim, claimed, finished, newRun, outcome, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const handoff = { id: 'h1', node: 'ask', question: 'Which one?', choices: ['a', 'b'], mustChoose: true };

export function handoffsConformance(open: OpenTestDatabase): void {
  describe('handoffs', () => {
    const db = useDatabase(open);
    const ask = async (conversationId = 'conversation', id = 'h1') => {
      const end = outcome({ status: 'awaiting_human', answer: '', handoff: { ...handoff, id } });
      return finished(db.store, await claimed(db.store, { conversationId }), end);
    };

    it('finish with awaiting_human records what is asked', async () => {
      const run = await ask();
      expect(run).toMatchObject({ status: 'awaiting_human', handoff, endedAt: null });
      const record = await db.store.handoffs.get(tenantId, 'h1');
      expect(record).toMatchObject({
        id: 'h1',
        ownerId: 'ann',
        runId: run.id,
        conversationId: 'conversation',
        node: 'ask',
        question: 'Which one?',
        choices: ['a', 'b'],
        mustChoose: true,
        status: 'waiting',
        answer: null,
        answeredAt: null,
      });
      expect((await db.store.handoffs.waiting(tenantId)).items).toEqual([record]);
      expect((await db.store.handoffs.waiting(tenantId, { ownerId: 'ann' })).items).toEqual([record]);
      expect((await db.store.handoffs.waiting(tenantId, { ownerId: 'bob' })).items).toEqual([]);
      expect(await db.store.runs.hasWork()).toBe(false);
    });

    it('of a conversation are told with what was said, newest first', async () => {
      const first = await ask();
      await db.store.handoffs.answer(tenantId, 'h1', { text: 'the b', label: 'b', by: 'local' });
      const { run, lease } = await claim(db.store, 'w');
      const again = { ...handoff, id: 'h2' };
      await db.store.runs.finish(
        lease,
        run.id,
        outcome({ status: 'awaiting_human', answer: '', handoff: again }),
      );
      await ask('another', 'h3');
      const told = (of: string, page = {}) => db.store.handoffs.ofConversation(tenantId, of, page);
      const { items, next } = await told('conversation');
      expect(items).toMatchObject([
        { id: 'h2', runId: first.id, status: 'waiting', answer: null },
        { id: 'h1', runId: first.id, status: 'answered', answer: { text: 'the b', label: 'b', by: 'local' } },
      ]);
      expect(next).toBeNull();
      const page = await told('conversation', { limit: 1 });
      expect(page.items.map(({ id }) => id)).toEqual(['h2']);
      const rest = await told('conversation', { limit: 1, after: page.next ?? '' });
      expect(rest.items.map(({ id }) => id)).toEqual(['h1']);
      expect((await db.store.handoffs.ofConversation('elsewhere', 'conversation')).items).toEqual([]);
    });

    it('are listed for the workflows that took part in their conversation', async () => {
      await ask();
      const waiting = async (...scopes: string[]) =>
        (await db.store.handoffs.waiting(tenantId, { scopes })).items.map(({ id }) => id);
      expect(await waiting('assistant', 'other')).toEqual(['h1']);
      expect(await waiting('other')).toEqual([]);
      expect(await waiting()).toEqual([]);
    });

    it('messages wait behind a run that waits for a person', async () => {
      await ask();
      await db.store.runs.accept(newRun());
      expect(await db.store.runs.hasWork()).toBe(false);
      expect(await db.store.runs.claim('w', 1_000)).toEqual([]);
    });

    it('answer queues the same run anew, before those that came after it', async () => {
      const run = await ask();
      await db.store.runs.accept(newRun());
      const queued = await db.store.handoffs.answer(tenantId, 'h1', { text: 'the b \u0000', label: 'b' });
      expect(queued).toMatchObject({ id: run.id, status: 'queued', handoff });
      expect(await db.store.handoffs.get(tenantId, 'h1')).toMatchObject({
        status: 'answered',
        answer: { text: 'the b \u0000', label: 'b' },
      });
      expect((await claim(db.store, 'w')).run).toMatchObject({ id: run.id, attempt: 2, handoff });
    });

    it('of two answers at the same time one wins', async () => {
      await ask();
      const { store: other } = await db.another();
      const answers = await Promise.allSettled([
        db.store.handoffs.answer(tenantId, 'h1', { text: 'mine' }),
        other.handoffs.answer(tenantId, 'h1', { text: 'yours' }),
      ]);
      const refused = answers.filter((answer) => answer.status === 'rejected');
      expect(refused).toMatchObject([{ reason: { code: 'HANDOFF_NOT_WAITING' } }]);
    });

    it('answer to nothing throws HANDOFF_NOT_WAITING', async () => {
      await ask();
      for (const [tenant, id] of [
        [tenantId, 'unknown'],
        ['other', 'h1'],
        [tenantId, 'h\u0000'],
      ] as const) {
        await expect(db.store.handoffs.answer(tenant, id, { text: '' })).rejects.toMatchObject({
          code: 'HANDOFF_NOT_WAITING',
        });
      }
      expect(await db.store.handoffs.get('other', 'h1')).toBeUndefined();
      expect((await db.store.handoffs.waiting('other')).items).toEqual([]);
    });

    it('are listed oldest first, and a run may ask more than once', async () => {
      const first = await ask('a', 'h1');
      await ask('b', 'h2');
      await db.store.handoffs.answer(tenantId, 'h1', { text: 'a' });
      const { lease } = await claim(db.store, 'w', 'a');
      const again = outcome({ status: 'awaiting_human', handoff: { ...handoff, id: 'h3' } });
      await db.store.runs.finish(lease, first.id, again);
      const waiting = (await db.store.handoffs.waiting(tenantId)).items;
      expect(waiting.map(({ id }) => id)).toEqual(['h2', 'h3']);
    });
  });
}
