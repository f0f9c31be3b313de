import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newRun, tenantId } from './conformance/samples.fixture.ts';
import { statement } from './database/statement.ts';
import { sqliteTestDatabase } from './sqlite/sqlite-test-database.fixture.ts';

const addThread = statement<{ id: string }>(
  "INSERT INTO checkpoint_threads (thread_id, ns) VALUES ($id, '')",
);
const threads = statement<Record<string, never>, { thread_id: string }>(
  'SELECT thread_id FROM checkpoint_threads ORDER BY thread_id',
);

describe('openStore', () => {
  let db: Awaited<ReturnType<typeof sqliteTestDatabase>>;
  beforeEach(async () => {
    db = await sqliteTestDatabase();
  });
  afterEach(() => db.dispose());

  it('leaves the checkpoints of graphs alone when a conversation of the same name goes', async () => {
    const { store, database } = await db.connect();
    for (const conversationId of ['a', 'b', 'c']) {
      const { id } = await store.runs.accept(newRun({ conversationId }));
      if (conversationId === 'b') await store.runs.requestCancel(tenantId, id);
      await database.run(addThread, { id: conversationId });
    }
    await store.conversations.delete(tenantId, 'a');
    await store.conversations.purge('2999-01-01T00:00:00Z');
    expect((await store.conversations.list(tenantId)).items.map(({ id }) => id)).toEqual(['c']);
    expect(await database.all(threads, {})).toHaveLength(3);
  });

  it('finds everything again after it was closed', async () => {
    const { store } = await db.connect();
    const run = await store.runs.accept(newRun());
    await store.close();
    expect(await (await db.connect()).store.runs.get(tenantId, run.id)).toEqual(run);
  });
});
