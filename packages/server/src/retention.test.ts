import { rm, writeFile } from 'node:fs/promises';
import { localOwner, noUsage, type Store } from '@cadence-agents/contracts';
import { sqliteTestDatabase } from '@cadence-agents/storage/testing';
import { expect, it, onTestFinished } from 'vitest';
import { archiveOld, keepTidy, removeOld } from './retention.ts';

/** That many conversations of a run each; the first one is still at work. */
async function fill(store: Store, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const conversationId = `c${index}`;
    const common = {
      workflowId: 'w',
      workflowVersion: null,
      input: 'hi',
      tone: 'natural',
      onBusy: 'enqueue',
    } as const;
    await store.runs.accept({ ...localOwner, ...common, id: `r${index}`, conversationId });
    if (index === 0) continue;
    const [claimed] = await store.runs.claim('me', 1000, { conversationIds: [conversationId] });
    const outcome = {
      status: 'completed',
      answer: 'ok',
      usage: noUsage,
      error: null,
      handoff: null,
    } as const;
    if (claimed) await store.runs.finish(claimed.lease, claimed.run.id, outcome);
  }
}

it('removes what was untouched for longer than that, in batches, and leaves the rest', async () => {
  const database = await sqliteTestDatabase();
  const { store } = await database.connect();
  await fill(store, 120);
  expect(await removeOld(store, 1)).toBe(0);
  const inTwoDays = Date.now() + 2 * 86_400_000;
  expect(await removeOld(store, 1, inTwoDays)).toBe(119);
  expect((await store.conversations.list(localOwner.tenantId)).items.map(({ id }) => id)).toEqual(['c0']);
  await database.dispose();
});

it('moves runs that ended before that to the archive', async () => {
  const database = await sqliteTestDatabase();
  onTestFinished(() => database.dispose());
  const { store } = await database.connect();
  await fill(store, 7);
  expect(await archiveOld(store, 1)).toBe(0);
  expect(await archiveOld(store, 1, Date.now() + 2 * 86_400_000)).toBe(6);
});

it('says so when the archive is away', async () => {
  const database = await sqliteTestDatabase();
  onTestFinished(() => database.dispose());
  const { store } = await database.connect();
  await fill(store, 3);
  // A file where the folder of the archive has to be.
  await rm(database.archiveDir, { recursive: true, force: true });
  await writeFile(database.archiveDir, '');
  const told: string[] = [];
  const note = (text: string) => void told.push(text);
  const log = { debug: note, info: note, warn: note, error: note };
  // All that end before tomorrow.
  const stop = keepTidy(store, { retentionDays: null, archiveAfterDays: -1 }, log);
  onTestFinished(stop);
  await expect.poll(() => told).toEqual(['failed: old runs archived']);
});
