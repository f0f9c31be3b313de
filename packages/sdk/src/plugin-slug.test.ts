import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pluginSlug, slugRefusal } from './plugin-slug.ts';

describe('pluginSlug', () => {
  it.each([
    ['math', 'math'],
    ['Math Agent', 'math'],
    ['math_agent_agent', 'math'],
    ['  Web-Search 2.0!', 'web_search_2_0'],
    ['Météo', 'meteo'],
    ['agent', 'agent'],
    ['_agent', 'agent'],
    ['数学', ''],
  ])('makes "%s" into "%s"', (name, slug) => {
    expect(pluginSlug(name)).toBe(slug);
  });

  it('is made of words joined by single underscores, never ends in _agent, and is its own slug', () => {
    const parts = fc.constantFrom('Agent', '_agent', ' ', '-', 'é', 'Math', '__', '7', 'İ', '🎉');
    const names = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(parts).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(names, (name) => {
        const slug = pluginSlug(name);
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:_[a-z0-9]+)*)?$/);
        expect(slug).not.toMatch(/_agent$/);
        expect(pluginSlug(slug)).toBe(slug);
        expect(pluginSlug(`${slug}_agent`)).toBe(slug === '' ? 'agent' : slug);
      }),
    );
  });
});

describe('slugRefusal', () => {
  it.each(['coordinator', 'control', 'synthesizer', 'finalize', 'suspend', 'end', '', 'x'.repeat(54)])(
    'refuses "%s"',
    (slug) => {
      expect(slugRefusal(slug)).toBeTypeOf('string');
    },
  );

  it('leaves room for the routing tool in 64 characters', () => {
    const longest = 'x'.repeat(53);
    expect(slugRefusal(longest)).toBeUndefined();
    expect(`goto_${longest}_agent`).toHaveLength(64);
  });
});
