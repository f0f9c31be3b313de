import { setTimeout as sleep } from 'node:timers/promises';
import type { RunRecord } from '@cadence-agents/contracts';
import { startPostgres } from '@cadence-agents/storage/testing';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { lastUser, openTalk } from './stored.fixture.ts';

const CONVERSATIONS = 200;
const AT_ONCE = 20;

it('a PostgreSQL that crashes again and again while 200 conversations run loses none of them', async () => {
  // Of its own: it is crashed.
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const note = {
    name: 'note',
    description: 'Notes',
    input: z.looseObject({}),
    idempotent: true,
    run: () => 'noted',
  };
  const talk = await openTalk({
    storage: { databaseUrl: await server.freshDatabase() },
    leaseMs: 5000,
    tools: [note],
    script: async ({ messages }) => {
      // As long as a quick model takes.
      await sleep(20);
      return messages.at(-1)?.role === 'tool'
        ? `You said ${lastUser(messages)}.`
        : { toolCalls: [{ name: 'note' }] };
    },
  });
  onTestFinished(() => talk.close());

  let begun = 0;
  const ended: RunRecord[] = [];
  const hold = async () => {
    while (begun < CONVERSATIONS) {
      const id = `c${begun++}`;
      const sent = [await talk.send(id, 'one'), await talk.send(id, 'two')];
      for (const run of sent) ended.push(await talk.wait(run.id));
    }
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, hold));
  for (const most of [100, 200, 300]) {
    await expect.poll(() => ended.length, { timeout: 60_000 }).toBeGreaterThan(most);
    await server.crash();
    await server.start();
  }
  await all;
  expect(ended).toHaveLength(2 * CONVERSATIONS);
  for (const { id, input, status, answer } of ended) {
    expect({ status, answer }).toEqual({ status: 'completed', answer: `You said ${input}.` });
    const events = await talk.store.events.read(id, 0);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  }
}, 180_000);
