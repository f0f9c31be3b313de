// How long an accepted message waits for a worker, by the database's clock: from its row to the begin of its run.
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@cadence-agents/client';

/** Sends so many messages, one every `everyMs`, each to a conversation of its own. */
export function pickUps(url: string, count: number, everyMs: number): Promise<number[]> {
  const client = createClient({ baseUrl: url });
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await sleep(index * everyMs);
      const run = await client.sendMessage({
        params: { id: crypto.randomUUID() },
        body: { message: 'Hello.', workflowId: 'assistant' },
      });
      return Date.parse(run.startedAt ?? '') - Date.parse(run.createdAt);
    }),
  );
}
