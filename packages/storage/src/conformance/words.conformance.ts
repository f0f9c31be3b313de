import type { RunFilter } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { claimed, outcome, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const asBefore = {
  sqlite: 'DELETE FROM run_words',
  postgres: 'TRUNCATE run_words',
};

export function wordsConformance(open: OpenTestDatabase): void {
  describe('runs by their words', () => {
    const db = useDatabase(open);
    const ran = async (input: string, answer: string, fields = {}) => {
      const conversationId = `c${Math.random()}`;
      const { run, lease } = await claimed(db.store, { conversationId, input, ...fields });
      await db.store.runs.finish(lease, run.id, outcome({ answer }));
      return run;
    };
    const found = async (text: string, filter = {}, of = tenantId) => {
      const { items } = await db.store.runs.list(of, { text, ...filter });
      return items.map(({ input }) => input);
    };

    it('are found by all words of question and answer, whatever their case and accents, newest first', async () => {
      await ran('Where is Zürich?', 'In Switzerland, by a lake.');
      await ran('Where is Genf?', 'In SWITZERLAND too, by another lake.');
      await ran('東京はどこですか', 'Tokyo is in Japan.');
      await db.store.tend();
      expect(await found('switzerland')).toEqual(['Where is Genf?', 'Where is Zürich?']);
      expect(await found('zurich LAKE')).toEqual(['Where is Zürich?']);
      expect(await found('genf zürich')).toEqual([]);
      expect(await found('swit')).toEqual(['Where is Genf?', 'Where is Zürich?']);
      expect(await found('swit lake')).toEqual([]);
      // Of what is shorter, too many words are the beginning.
      expect(await found('sw')).toEqual([]);
      expect(await found('東京')).toEqual(['東京はどこですか']);
      expect(await found('"*\' OR & ! (')).toEqual([]);
      expect(await found('Genf" OR "x')).toEqual([]);
    });

    it('are those of the tenant, and of the person, the workflow, the conversation and the status asked for', async () => {
      await ran('our secret', '', { ownerId: 'ann', workflowId: 'a' });
      await ran('our secret too', '', { ownerId: 'bob', workflowId: 'b' });
      await ran('their secret', '', { tenantId: 'other' });
      await db.store.tend();
      expect(await found('secret')).toEqual(['our secret too', 'our secret']);
      expect(await found('secret', {}, 'other')).toEqual(['their secret']);
      expect(await found('secret', { ownerId: 'ann' })).toEqual(['our secret']);
      expect(await found('secret', { workflowId: 'b' })).toEqual(['our secret too']);
      expect(await found('secret', { scopes: ['a'] })).toEqual(['our secret']);
      expect(await found('secret', { status: 'failed' })).toEqual([]);
    });

    it('are those with the tool, the error code and the tag asked for', async () => {
      const tags = ['night', 'batch'];
      const { run, lease } = await claimed(db.store, { conversationId: 'c1', metadata: { tags } });
      const about = { seq: 1, runId: run.id, time: new Date().toISOString(), node: 'tools' };
      const data = { tool: 'add', callId: 'c', output: '3', isError: false };
      await db.store.runs.commit(lease, run.id, { events: [{ ...about, type: 'on_tool_end', data }] });
      const error = { code: 'MODEL_FAILED', message: 'It is away.' };
      await db.store.runs.finish(lease, run.id, outcome({ status: 'failed', error }));
      await ran('add night MODEL_FAILED', 'batch');
      await db.store.tend();
      const ids = async (filter: RunFilter) =>
        (await db.store.runs.list(tenantId, filter)).items.map(({ id }) => id);
      expect(await ids({ tool: 'add' })).toEqual([run.id]);
      expect(await ids({ tool: 'sub' })).toEqual([]);
      expect(await ids({ errorCode: 'MODEL_FAILED' })).toEqual([run.id]);
      expect(await ids({ tag: 'night', tool: 'add', status: 'failed' })).toEqual([run.id]);
      expect(await ids({ tag: 'night', tool: 'add', status: 'completed' })).toEqual([]);
      expect(await ids({ tag: 'day' })).toEqual([]);
    });

    it('come page by page', async () => {
      for (let index = 0; index < 7; index++) await ran(`pear ${index}`, index % 2 ? 'odd' : 'even');
      await db.store.tend();
      const all: string[] = [];
      let after: string | undefined;
      do {
        const page = await db.store.runs.list(tenantId, { text: 'pear', limit: 3, ...(after && { after }) });
        all.push(...page.items.map(({ input }) => input));
        after = page.next ?? undefined;
      } while (after !== undefined);
      expect(all).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `pear ${index}`));
    });

    it('are not found once they are gone', async () => {
      const { conversationId } = await ran('to be removed', '');
      await ran('to be kept', '');
      await db.store.tend();
      await db.store.conversations.delete(tenantId, conversationId);
      expect(await found('be')).toEqual(['to be kept']);
    });

    it('are found too when they ended under an earlier version', async () => {
      await ran('long ago', '');
      await db.store.tend();
      await db.database.run(statement(asBefore[db.database.dialect]), {});
      await db.database.run(statement('UPDATE runs SET counted = 1'), {});
      expect(await found('ago')).toEqual([]);
      await db.store.tend();
      expect(await found('ago')).toEqual(['long ago']);
    });
  });
}
