import type { StreamedEvent } from '@cadence-agents/contracts';
import { asRecorded, startFakeModelServer } from '@cadence-agents/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../server.fixture.ts';

const STREAMS = 50;

interface Frame {
  id: string;
  event: StreamedEvent;
}

/** The frames of one connection, at most so many of them. */
async function read(url: string, init: RequestInit, most = Number.POSITIVE_INFINITY): Promise<Frame[]> {
  const leaving = new AbortController();
  const response = await fetch(url, { ...init, signal: leaving.signal });
  const read: Frame[] = [];
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      const id = /^id: (.*)$/m.exec(frame)?.[1] ?? '';
      if (data !== undefined && read.length < most) read.push({ id, event: JSON.parse(data) });
    }
    if (read.length >= most) break;
  }
  leaving.abort();
  return read;
}

it('50 streams, each cut after another event and taken up again, are the same lists as if they had not been', async () => {
  const model = await startFakeModelServer();
  onTestFinished(() => model.close());
  const text = Array.from({ length: STREAMS }, (_, index) => `word${index}`).join(' ');
  await model.script([{ kind: 'reply', text, tokenDelayMs: 20, repeat: true }]);
  const { url, client } = await startServer({
    CADENCE_DEFAULT_MODEL: 'openai:m',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'x',
  });
  let cutInText = 0;
  const cutAndResumed = async (cutAfter: number) => {
    const begun = await read(
      `${url}/api/v1/conversations/c${cutAfter}/messages`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ message: 'Tell me something.', workflowId: 'assistant' }),
      },
      cutAfter,
    );
    if (begun.at(-1)?.id.includes('.')) cutInText++;
    const headers = { 'last-event-id': begun.at(-1)?.id ?? '' };
    const rest = await read(`${url}/api/v1/runs/${begun[0]?.event.runId}/events`, { headers });
    return [...begun, ...rest].map(({ event }) => event);
  };
  const lists = await Promise.all(Array.from({ length: STREAMS }, (_, index) => cutAndResumed(index + 1)));
  expect(cutInText).toBeGreaterThan(5);
  for (const events of lists) {
    const { items } = await client.runEvents({ params: { id: events[0]?.runId ?? '' }, query: {} });
    expect(asRecorded(events)).toEqual(items);
    const shown = events.map((event) => (event.type === 'on_chat_model_stream' ? event.data.chunk : ''));
    expect(shown.join('')).toBe(text);
    expect(events.at(-1)).toMatchObject({ type: 'on_run_end', data: { answer: text } });
  }
}, 60_000);
