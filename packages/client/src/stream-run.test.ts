import type { StreamedEvent } from '@cadence-agents/contracts';
import { asRecorded } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { breakingAfter } from './broken-connections.fixture.ts';
import { createClient } from './create-client.ts';
import { adminKey, startServer } from './server.fixture.ts';

const server = startServer();
const text = Array.from({ length: 40 }, (_, index) => `word ${index} ⏳`).join(' ');

async function streamed(id: string, given: Pick<Parameters<typeof createClient>[0] & object, 'fetch'> = {}) {
  const { url, model } = server.current;
  await model.script([{ kind: 'reply', text, tokenDelayMs: 25 }]);
  const client = createClient({ baseUrl: url, apiKey: adminKey, ...given });
  const events = await Array.fromAsync(client.stream(id, { message: 'Tell me.', workflowId: 'assistant' }));
  const { items } = await client.runEvents({ params: { id: events[0]?.runId ?? '' }, query: {} });
  const { items: runs } = await client.listRuns({ query: { conversationId: id } });
  return { client, events, stored: items, runs };
}

const textOf = (events: readonly StreamedEvent[]) =>
  events.map((event) => (event.type === 'on_chat_model_stream' ? event.data.chunk : '')).join('');

describe('a stream', () => {
  it('is what the record has, and its text comes piece by piece', async () => {
    const { events, stored } = await streamed('whole');
    expect(asRecorded(events)).toEqual(stored);
    expect(textOf(events)).toBe(text);
    expect(events.filter(({ seq }) => seq === undefined).length).toBeGreaterThan(10);
  });

  it('is the same over connections that break anywhere, of one run', { timeout: 120_000 }, async () => {
    // Primes, so that they break at any part of a frame.
    const { fetch, broken, cursors } = breakingAfter([1, 211, 397, 601, 1999, 1511, 809, 2503, 1301, 997]);
    const { events, stored, runs } = await streamed('broken', { fetch });
    expect(broken()).toBeGreaterThan(3);
    // In the middle of a text.
    expect(cursors.filter((cursor) => cursor.includes('.')).length).toBeGreaterThan(1);
    expect(asRecorded(events)).toEqual(stored);
    expect(textOf(events)).toBe(text);
    expect(runs).toHaveLength(1);
  });

  it('goes on after what was seen already', async () => {
    const { client, stored } = await streamed('after');
    const last = stored.at(-1);
    const rest = await Array.fromAsync(client.follow(last?.runId ?? '', { after: (last?.seq ?? 0) - 2 }));
    expect(rest).toEqual(stored.slice(-2));
    expect(await Array.fromAsync(client.follow(last?.runId ?? '', { after: last?.seq ?? 0 }))).toEqual([]);
  });

  it('gives up after so many failures in a row, and at once where trying again does not help', async () => {
    let tried = 0;
    const failing = createClient({
      baseUrl: server.current.url,
      fetch: async () => {
        tried += 1;
        throw new TypeError('no connection');
      },
    });
    const once = () => Array.fromAsync(failing.follow('any', { retries: 1 }));
    await expect(once()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
    expect(tried).toBe(2);
    const { client } = await streamed('given-up');
    await expect(Array.fromAsync(client.follow('none'))).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });
});
