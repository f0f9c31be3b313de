import { localOwner, noUsage } from '@cadence/contracts';
import { sqliteTestDatabase } from '@cadence/storage/testing';
import { expect, it } from 'vitest';
import { removeOld } from './retention.ts';

it('removes what was untouched for longer than that, in batches, and leaves the rest', async () => {
  const database = await sqliteTestDatabase();
  const { store } = await database.connect();
  for (let index = 0; index < 120; index++) {
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
    const claimed = await store.runs.claim('me', 1000, { conversationId });
    const outcome = {
      status: 'completed',
      answer: 'ok',
      usage: noUsage,
      error: null,
      handoff: null,
    } as const;
    if (claimed) await store.runs.finish(claimed.lease, claimed.run.id, outcome);
  }
  expect(await removeOld(store, 1)).toBe(0);
  const inTwoDays = Date.now() + 2 * 86_400_000;
  expect(await removeOld(store, 1, inTwoDays)).toBe(119);
  expect((await store.conversations.list(localOwner.tenantId)).items.map(({ id }) => id)).toEqual(['c0']);
  await database.dispose();
});
