import { describe, expect, it } from 'vitest';
import { readCalls } from './read-calls.ts';

const names = ['search', 'delete_note', 'route'];
const read = (...calls: { id?: string; name: string; args?: object; malformed?: string }[]) => {
  let made = 0;
  const toolCalls = calls.map(({ id = 'c', name, malformed }, index) => ({
    id,
    name,
    args: { index },
    ...(malformed !== undefined && { malformed }),
  }));
  return readCalls(
    { content: '', toolCalls },
    { names, mayGuess: (name) => name !== 'delete_note', newId: () => `new-${++made}` },
  );
};

describe('readCalls', () => {
  it.each(['search', 'Search', 'functions.search', 'functions.Search', 'serch', 'tools/search'])(
    'takes %s for search',
    (name) => {
      expect(read({ name })).toMatchObject({ calls: [{ name: 'search' }], problems: [] });
    },
  );

  it('does not guess where a guess could do harm', () => {
    expect(read({ name: 'delete_notes' })).toMatchObject({
      calls: [],
      unusable: [{ name: 'delete_notes' }],
      problems: ['There is no tool "delete_notes".'],
    });
  });

  it('gives another call under a known id an id of its own', () => {
    const { calls } = read({ name: 'search' }, { name: 'search' }, { name: 'route' });
    expect(calls.map(({ id }) => id)).toEqual(['c', 'new-1', 'new-2']);
  });

  it('says all that is wrong with a call', () => {
    expect(read({ name: 'fly', malformed: '[1]' }).problems).toEqual([
      'There is no tool "fly".',
      'The arguments of "fly" are not a JSON object.',
    ]);
  });

  const written = (content: string) =>
    readCalls({ content, toolCalls: [] }, { names, mayGuess: () => false, newId: () => 'new' });

  it.each([
    ['as JSON', '{"name":"search","arguments":{"q":"x"}}'],
    ['with the arguments as text', '{"name":"search","arguments":"{\\"q\\":\\"x\\"}"}'],
    ['as the API has them', '{"type":"function","function":{"name":"search","arguments":{"q":"x"}}}'],
    ['in a list', '[{"tool":"Search","args":{"q":"x"}}]'],
    ['in a fence', 'I will look.\n```json\n{"name":"search","parameters":{"q":"x"}}\n```'],
    ['between tags', '<tool_call>\n{"name": "search", "arguments": {"q": "x"}}\n</tool_call>'],
    ['between tags that never close', '<tool_call>{"name": "search", "arguments": {"q": "x"}}'],
  ])('takes calls that are written %s', (_, content) => {
    const { calls, content: rest } = written(content);
    expect(calls).toEqual([{ id: 'new', name: 'search', args: { q: 'x' } }]);
    expect(rest).toBe('');
  });

  it.each([
    'Call it as {"name":"search","arguments":{}} and see.',
    '{"name":"fly","arguments":{}}',
    '{"name":"search"}',
    'His name: "search".',
  ])('takes %j for words', (content) => {
    expect(written(content)).toEqual({ content, calls: [], unusable: [], problems: [] });
  });
});
