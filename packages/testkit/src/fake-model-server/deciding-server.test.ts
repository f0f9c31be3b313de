import { expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { startDecidingModelServer } from './deciding-server.ts';
import { randomBehaviour } from './random-behaviour.ts';

const hello = { model: 'm', messages: [{ role: 'user' as const, content: 'Hello' }] };

it('does with each request what is decided then, and tells of those that the real API refuses', async () => {
  const problems: string[] = [];
  const server = await startDecidingModelServer({
    decide: ({ model }) =>
      model === 'm' ? { kind: 'reply', text: 'Hi' } : { kind: 'refuse', status: 503, message: 'No.' },
    onProblem: (problem) => problems.push(problem),
  });
  onTestFinished(() => server.close());
  const post = (body: unknown) =>
    fetch(`${server.url}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
  expect(await (await post(hello)).json()).toMatchObject({ choices: [{ message: { content: 'Hi' } }] });
  expect((await post({ ...hello, model: 'other' })).status).toBe(503);
  expect((await post({ ...hello, messages: [] })).status).toBe(400);
  expect(problems).toHaveLength(1);
});

it('finds every way to be hostile, the same ones for the same seed', () => {
  const tools = [{ type: 'function' as const, function: { name: 'look', parameters: { type: 'object' } } }];
  const many = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 500 }, () => randomBehaviour({ ...hello, tools }, random));
  };
  expect(many(7)).toEqual(many(7));
  expect(new Set(many(7).map(({ kind }) => kind))).toEqual(
    new Set(['reply', 'refuse', 'cut', 'hang', 'unfinished', 'stream-error', 'invalid-json', 'huge']),
  );
  expect(many(7).some((behaviour) => behaviour.kind === 'reply' && behaviour.toolCalls)).toBe(true);
});
