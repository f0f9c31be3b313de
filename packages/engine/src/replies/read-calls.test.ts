import { describe, expect, it } from 'vitest';
import { readCalls } from './read-calls.ts';

const names = ['search', 'delete_note', 'route'];
const read = (...calls: { id?: string; name: string; args?: object; malformed?: string }[]) => {
  let made = 0;
  return readCalls(
    calls.map(({ id = 'c', name, malformed }, index) => ({
      id,
      name,
      args: { index },
      ...(malformed !== undefined && { malformed }),
    })),
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
});
