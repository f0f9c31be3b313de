// What a call can see must be young memory when the call is over: what is old stays until all of the heap is collected,
// and takes all that it points to along.
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ChatModel } from '@cadence-agents/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anthropicModel } from './anthropic/anthropic-model.ts';
import { beginning, stop, stream } from './anthropic/wire.fixture.ts';
import { events, type LocalServer, startLocalServer } from './local-server.fixture.ts';
import { openaiModel } from './openai/openai-model.ts';

setFlagsFromString('--expose-gc');
const gc: NodeJS.GCFunction = runInNewContext('gc');

const CALLS = 300;
const HELD_KB = 32;

let openai: LocalServer;
let anthropic: LocalServer;

beforeAll(async () => {
  const delta = (part: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta: part, finish_reason }],
  });
  openai = await startLocalServer((response) =>
    events(
      response,
      delta({ content: 'Let me' }),
      delta({ content: ' see.' }),
      delta({}, 'stop'),
      '[DONE]',
    ).end(),
  );
  anthropic = await startLocalServer((response) => stream(response, ...beginning, ...stop('end_turn')).end());
});
afterAll(() => Promise.all([openai.close(), anthropic.close()]));

const settings = { model: 'm', apiKey: 'x', timeoutMs: 60_000 };
it.each<[string, () => ChatModel]>([
  ['OpenAI', () => openaiModel({ ...settings, baseUrl: `${openai.url}/v1` })],
  ['Anthropic', () => anthropicModel({ ...settings, baseUrl: anthropic.url })],
])('leaves nothing of a streamed call to the collection of old memory: %s', async (_provider, make) => {
  const model = make();
  await ask(model, CALLS);
  gc();
  const before = oldKb();
  await ask(model, CALLS);
  expect((oldKb() - before) / CALLS).toBeLessThan(HELD_KB / 4);
});

async function ask(model: ChatModel, times: number): Promise<void> {
  for (let call = 0; call < times; call += 1) {
    const held = Array.from({ length: HELD_KB * 128 }, (_, index) => index + 0.5);
    const { content } = await model.generate(
      { system: '', messages: [{ id: 'q', role: 'user', content: 'What?' }], tools: [] },
      { signal: new AbortController().signal, onText: () => void held.length },
    );
    expect(content).toBe('Let me see.');
  }
}

/** After two small collections, what nobody could reach any more is gone, unless it is old. */
function oldKb(): number {
  gc({ type: 'minor' });
  gc({ type: 'minor' });
  const old = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space');
  return (old?.space_used_size ?? 0) / 1_024;
}
