import type { Message, ModelRequest } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { offlineModel } from './offline-model.ts';

const catalogue = [
  {
    name: 'search',
    description: 'Search the documents for a topic.',
    parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  },
  {
    name: 'calculate',
    description: 'Calculate an expression.',
    parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
  },
];
const system = `Tools, one a line:\n${catalogue.map((tool) => JSON.stringify(tool)).join('\n')}`;
const user = (content: string): Message => ({ id: 'u', role: 'user', content });
const found = (content: string): Message => ({ id: 'a', role: 'assistant', content });

async function reply(
  names: string[],
  messages: Message[],
  more: Partial<ModelRequest> = {},
): Promise<unknown> {
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  const request = { system, messages, tools: [], responseSchema: { type: 'object', properties }, ...more };
  const { content } = await offlineModel().generate(request, { signal: new AbortController().signal });
  return JSON.parse(content);
}
const planFor = (...messages: Message[]) => reply(['next', 'calls'], messages);
const verdictOn = (...messages: Message[]) => reply(['verdict', 'missing', 'question'], messages);

describe('the offline model', () => {
  it('plans a call for each part of a question', async () => {
    expect(await planFor(user('Search for async programming and calculate 2026 - 2018'))).toEqual({
      next: 'tool_use',
      calls: [
        { id: 'c1', tool: 'search', args: { query: 'async programming' }, after: [] },
        { id: 'c2', tool: 'calculate', args: { expression: '2026 - 2018' }, after: [] },
      ],
    });
  });

  it('plans nothing that was tried, nor anything without a tool for it', async () => {
    const tried = found('search({"query":"herons"}) → <result>[]</result>');
    expect(await planFor(user('Search for herons'), tried)).toEqual({ next: 'generate', calls: [] });
    expect(await planFor(user('Thank you'))).toEqual({ next: 'generate', calls: [] });
  });

  it('judges by whether anything came back', async () => {
    expect(await verdictOn(user('?'), found('search({"query":"a"}) → <result>text</result>'))).toMatchObject({
      verdict: 'success',
    });
    expect(
      await verdictOn(user('?'), found('search({"query":"a"}) → failed: <result>no</result>')),
    ).toMatchObject({
      verdict: 'replan',
      missing: 'what search was asked',
    });
  });

  it('lets every message in', async () => {
    expect(await reply(['allowed', 'reason'], [user('x')])).toEqual({ allowed: true, reason: '' });
  });

  it('adds to a summary what the user said', async () => {
    const kept = { system: 'Keep it.\n\nThe summary so far:\nUser: I am Ann.' };
    expect(await reply(['summary'], [user('User: Hello there\nAssistant: Hi\nUser: Bye')], kept)).toEqual({
      summary: 'User: I am Ann.\nUser: Hello there\nUser: Bye',
    });
  });
});
