import type { RunEvent } from '@cadence/contracts';
import { startFakeModelServer } from '@cadence/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../server.fixture.ts';

const STREAMS = 50;

/** The events of one connection, at most so many of them. */
async function read(url: string, init: RequestInit, most = Number.POSITIVE_INFINITY): Promise<RunEvent[]> {
  const leaving = new AbortController();
  const response = await fetch(url, { ...init, signal: leaving.signal });
  const events: RunEvent[] = [];
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data !== undefined && events.length < most) events.push(JSON.parse(data));
    }
    if (events.length >= most) break;
  }
  leaving.abort();
  return events;
}

it('50 streams, each cut after another event and taken up again, are the same lists as if they had not been', async () => {
  const model = await startFakeModelServer();
  onTestFinished(() => model.close());
  const text = Array.from({ length: STREAMS }, (_, index) => `word${index}`).join(' ');
  await model.script([{ kind: 'reply', text, tokenDelayMs: 5, repeat: true }]);
  const { url, client } = await startServer({
    CADENCE_DEFAULT_MODEL: 'openai:m',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'x',
  });
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
    expect(begun).toHaveLength(cutAfter);
    const headers = { 'last-event-id': String(cutAfter) };
    return [...begun, ...(await read(`${url}/api/v1/runs/${begun[0]?.runId}/events`, { headers }))];
  };
  const lists = await Promise.all(Array.from({ length: STREAMS }, (_, index) => cutAndResumed(index + 1)));
  for (const events of lists) {
    const { items } = await client.runEvents({ params: { id: events[0]?.runId ?? '' }, query: {} });
    expect(events).toEqual(items);
    expect(events.at(-1)).toMatchObject({ type: 'on_run_end', data: { answer: text } });
  }
}, 60_000);
