import type { Tool } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPlan } from './read-plan.ts';

const search: Tool = {
  name: 'search',
  description: 'Searches',
  input: z.object({ query: z.string().min(3) }),
  run: () => '',
};
const tools = new Map([['search', search]]);
const call = (id: string, more = {}) => ({
  id,
  tool: 'search',
  args: { query: 'herons' },
  after: [],
  ...more,
});
const read = (calls: unknown[], next = 'tool_use') => readPlan(JSON.stringify({ next, calls }), tools, 3);

const fine = { problems: [], undone: [] };

describe('readPlan', () => {
  it('reads calls, also out of a fence, with what they wait for made explicit', () => {
    const content = JSON.stringify({
      next: 'tool_use',
      calls: [call('b', { args: { query: 'like {{a}} and {{ a.field }}' } }), call('a')],
    });
    const expected = {
      ...fine,
      calls: [call('b', { args: { query: 'like {{a}} and {{ a.field }}' }, after: ['a'] }), call('a')],
    };
    expect(readPlan(content, tools, 3)).toEqual(expected);
    expect(readPlan(`\`\`\`json\n${content}\n\`\`\``, tools, 3)).toEqual(expected);
  });

  it('has no calls where the answer can be written, whatever is listed', () => {
    expect(read([call('a')], 'generate')).toEqual({ ...fine, calls: [] });
  });

  it.each([
    ['text', 'Sure!', 'not JSON'],
    ['another form', '{"next":"dance"}', 'next'],
    ['no calls', JSON.stringify({ next: 'tool_use', calls: [] }), 'there are no calls'],
  ])('finds fault with %s', (_, content, problem) => {
    expect(readPlan(content, tools, 3)).toEqual({
      calls: [],
      problems: [expect.stringContaining(problem)],
      undone: [],
    });
  });

  it.each([
    ['too many calls', ['a', 'b', 'c', 'd'].map((id) => call(id)), '3 are allowed', ['a', 'b', 'c']],
    ['ids used twice', [call('a'), call('a')], 'the same id', ['a']],
    ['ids that cannot be used', [call('a b'), call('c')], 'letters, digits', ['c']],
    ['an unknown tool', [call('a', { tool: 'fly' }), call('c')], '"fly", which does not exist', ['c']],
    ['arguments that do not fit', [call('a', { args: { query: 'x' } })], 'do not fit "search"', []],
    ['waiting for nobody', [call('a', { after: ['z'] }), call('c')], 'waits for "z"', ['c']],
    ['the result of nobody', [call('a', { args: { query: '{{z}}' } })], 'waits for "z"', []],
    [
      'a circle',
      [call('a', { after: ['b'] }), call('b', { after: ['a'] }), call('c')],
      'circle: a, b',
      ['c'],
    ],
    ['waiting for itself', [call('a', { after: ['a'] })], 'in a circle: a', []],
    ['what waits for a bad one', [call('a', { tool: 'fly' }), call('b', { after: ['a'] })], '"fly"', []],
    ['what is no call at all', [7, call('c')], 'The id ""', ['c']],
  ])('finds fault with %s, and keeps the good calls', (_, calls, problem, kept) => {
    const plan = read(calls);
    expect(plan.problems[0]).toContain(problem);
    expect(plan.calls.map(({ id }) => id)).toEqual(kept);
    expect(plan.undone).toHaveLength(calls.length - kept.length);
  });
});
