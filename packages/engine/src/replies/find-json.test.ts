import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJson } from './find-json.ts';

describe('findJson', () => {
  it.each([
    ['alone', '{"a":1}'],
    ['in a fence', '```json\n{"a":1}\n```'],
    ['in a fence in prose', 'Here you are:\n```\n{"a":1}\n```\nEnjoy.'],
    ['in prose', 'Sure! The plan is {"a":1}. Anything else?'],
    ['after brackets that are none', 'As [1] says, {this} is it: {"a":1}'],
    ['with commas too many', '{"a":1,}'],
    ['with single quotes', "Sure: {'a': 1}"],
    ['in a fence that is never closed', 'Here:\n```json\n{"a":1}'],
    ['as text in a string', '"{\\"a\\":1}"'],
    ['after thoughts', '<think>Is it {"a":2}?</think>{"a":1}'],
  ])('finds it %s', (_, content) => {
    expect(findJson(content)).toEqual({ a: 1 });
  });

  it('leaves commas and brackets inside texts alone', () => {
    expect(findJson('So: {"a":"x,}","b":["]",],}')).toEqual({ a: 'x,}', b: [']'] });
  });

  it.each(['', 'Sure!', '{"a":', '<think>{"a":1}'])('finds none in %j', (content) => {
    expect(findJson(content)).toBeUndefined();
  });

  it('finds any object in any prose around it', () => {
    const prose = fc.string().map((text) => text.replaceAll(/[[\]{}"`<]/g, ''));
    fc.assert(
      fc.property(prose, fc.dictionary(fc.string(), fc.jsonValue()), prose, (before, value, after) => {
        const json = JSON.stringify(value);
        expect(findJson(`${before} ${json} ${after}`)).toEqual(JSON.parse(json));
      }),
    );
  });

  // Sixteen times the text: what reads it again for each of its characters takes 256 times as long.
  it.each([
    ['quotes that never end', (length: number) => `{"${'\\"'.repeat(length)}`],
    ['thoughts without number', (length: number) => '<think></think>'.repeat(length)],
    ['brackets without number', (length: number) => '{"a":['.repeat(length)],
    ['comments that never end', (length: number) => `{${'/* '.repeat(length)}`],
  ])('reads %s once', (_, text) => {
    const time = (length: number) => {
      const content = text(length);
      const start = performance.now();
      findJson(content);
      return performance.now() - start;
    };
    const short = Math.max(5, time(10_000));
    expect(time(160_000)).toBeLessThan(short * 64);
  });
});
