// One message, one id: as it is streamed, in the state, in the record, and in every protocol.
import { createClient } from '@cadence-agents/client';
import type { StreamedEvent } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { collect, useLangGraph, withTool } from './langgraph/langgraph-client.fixture.ts';

const lang = useLangGraph();

const asked = { role: 'human', id: 'own-id', content: '2+2?' };

async function eventsOf(stream: AsyncIterable<StreamedEvent>): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** The text of each message, as a reader puts it together. */
function textsIn(events: readonly StreamedEvent[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { type, data } of events) {
    if (type !== 'on_chat_model_stream' || data.messageId === undefined) continue;
    texts.set(data.messageId, (texts.get(data.messageId) ?? '') + data.chunk);
  }
  return texts;
}

describe('a message', () => {
  it('has the same id in the stream, the record, the conversation and its steps', async () => {
    await lang.server.model.script(withTool);
    const client = createClient({ baseUrl: lang.server.url });
    const events = await eventsOf(
      client.stream('native', { message: '2+2?', messageId: 'own-id', workflowId: 'talk' }),
    );
    const { items } = await client.listMessages({ params: { id: 'native' }, query: {} });
    const said = items.flatMap((message) =>
      message.role === 'assistant' ? [[message.id, message.content]] : [],
    );
    expect(said).toHaveLength(2);
    expect([...textsIn(events)]).toEqual(said);
    expect(items[0]).toEqual({ id: 'own-id', role: 'user', content: '2+2?' });
    const runId = events[0]?.runId ?? '';
    expect(await client.getRun({ params: { id: runId } })).toMatchObject({ inputId: 'own-id' });
    const record = await eventsOf(client.follow(runId));
    expect([...textsIn(record)]).toEqual(said);
    const starts = record.flatMap(({ type, data }) =>
      type === 'on_chat_model_start' ? [data.messageId] : [],
    );
    expect(starts).toEqual(said.map(([id]) => id));
  });

  it('is told in parts alone to whoever asks for that, live, from the record, and after a break', async () => {
    const text = 'It is four, said in quite a few words.';
    await lang.server.model.script([{ kind: 'reply', reasoning: 'Two and two.', text, tokenDelayMs: 10 }]);
    const client = createClient({ baseUrl: lang.server.url });
    const question = { message: '2+2?', workflowId: 'talk' };
    const events = await eventsOf(client.stream('deltas', question, { deltas: 'message' }));
    const runId = events[0]?.runId ?? '';
    const record = await eventsOf(client.follow(runId, { deltas: 'message' }));
    const cut = events.findIndex(({ type, seq }) => type === 'on_message_delta' && seq !== undefined);
    const rest = await eventsOf(client.follow(runId, { deltas: 'message', after: events[cut]?.seq ?? 0 }));
    const partsIn = (streamed: readonly StreamedEvent[]) => {
      const parts: Record<string, string> = {};
      for (const { type, data } of streamed) {
        if (type !== 'on_message_delta' || data.delta === '') continue;
        expect(data.offset).toBe(parts[data.part]?.length ?? 0);
        parts[data.part] = (parts[data.part] ?? '') + data.delta;
      }
      return parts;
    };
    const whole = { reasoning: 'Two and two.', text };
    expect(partsIn(events)).toEqual(whole);
    expect(partsIn(record)).toEqual(whole);
    expect(partsIn([...events.slice(0, cut + 1), ...rest])).toEqual(whole);
    expect([...events, ...record].filter(({ type }) => type === 'on_chat_model_stream')).toEqual([]);
    const live = events.filter(({ type, seq }) => type === 'on_message_delta' && seq === undefined);
    expect(live.length).toBeGreaterThan(2);
    const told = record.map(({ type }) => type);
    expect(told.indexOf('on_message_start')).toBeLessThan(told.indexOf('on_message_delta'));
    expect(told.lastIndexOf('on_message_delta')).toBeLessThan(told.indexOf('on_message_end'));
  });

  it('has it in every mode of a stream of LangGraph, and so has the message of the client', async () => {
    await lang.server.model.script(withTool);
    const thread = await lang.newThread();
    const parts = await collect(
      lang.client.runs.stream(thread, 'talk', {
        input: { messages: [asked] },
        streamMode: ['messages', 'messages-tuple', 'values', 'updates'],
      }),
    );
    const { values } = await lang.client.threads.getState<{ messages: { id: string; type: string }[] }>(
      thread,
    );
    const ids = values.messages.map(({ id }) => id);
    expect(ids[0]).toBe('own-id');
    const dataOf = <T>(event: string) =>
      parts.flatMap((part) => (part.event === event ? [part.data as T] : []));
    type Told = { id: string };
    const tuples = dataOf<[Told]>('messages').map(([{ id }]) => id);
    expect([...new Set(tuples)]).toEqual(ids.slice(1));
    expect(dataOf<Told[]>('messages/complete').flatMap((list) => list.map(({ id }) => id))).toEqual(
      ids.slice(1),
    );
    const partial = dataOf<Told[]>('messages/partial').flatMap((list) => list.map(({ id }) => id));
    expect([...new Set(partial)]).toEqual([ids[1], ids[3]]);
    const updates = dataOf<Record<string, { messages: Told[] }>>('updates');
    expect(
      updates.flatMap((update) =>
        Object.values(update).flatMap(({ messages }) => messages.map(({ id }) => id)),
      ),
    ).toEqual(ids.slice(1));
  });

  it('whose id is taken is a message of its own all the same', async () => {
    await lang.server.model.script(['One.', 'Two.']);
    const client = createClient({ baseUrl: lang.server.url });
    const question = { message: 'Hello', messageId: 'taken', workflowId: 'talk' };
    for (const idempotencyKey of ['a', 'b'])
      await eventsOf(client.stream('twice', { ...question, idempotencyKey }));
    const { items } = await client.listMessages({ params: { id: 'twice' }, query: {} });
    expect(items.map(({ content }) => content)).toEqual(['Hello', 'One.', 'Hello', 'Two.']);
    expect(new Set(items.map(({ id }) => id)).size).toBe(4);
  });
});
