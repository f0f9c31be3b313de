import type { Message, ModelRequest } from '@cadence/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutMiddle, turnsOf, withinWindow } from './context-window.ts';

const user = (id: string, content: string): Message => ({ id, role: 'user', content });
const said = (id: string, content: string): Message => ({ id, role: 'assistant', content });
const request = (messages: Message[], system = 'Do.'): ModelRequest => ({ system, messages, tools: [] });
const sizeOf = ({ system, messages }: ModelRequest) =>
  messages.reduce((sum, { content }) => sum + content.length, system.length);

describe('withinWindow', () => {
  it('leaves what fits as it is', () => {
    const given = request([user('1', 'a'), said('2', 'b')]);
    expect(withinWindow(given, 1000).messages).toBe(given.messages);
  });

  it('leaves out whole turns, the oldest first', () => {
    const long = 'x'.repeat(1500);
    const given = request([
      user('1', long),
      said('2', long),
      user('3', 'b'),
      said('4', long),
      user('5', 'c'),
    ]);
    expect(withinWindow(given, 1000).messages.map(({ id }) => id)).toEqual(['3', '4', '5']);
  });

  it('shortens the longest messages of a turn that does not fit by itself', () => {
    const given = request([user('1', 'short'), said('2', 'y'.repeat(9000)), said('3', 'z'.repeat(5000))]);
    const { messages } = withinWindow(given, 1000);
    expect(messages[0]?.content).toBe('short');
    expect(messages[1]?.content).toMatch(/^y+ \[…\d+ characters left out…\] y+$/);
    expect(messages.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  it('keeps any request inside any window', () => {
    const text = fc.nat(20_000).map((length) => 'x'.repeat(length));
    const message = fc
      .tuple(fc.boolean(), text)
      .map(([asks, content]) => (asks ? user('u', content) : said('a', content)));
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 8 }),
        text,
        fc.integer({ min: 1000, max: 5000 }),
        (messages, system, window) => {
          expect(sizeOf(withinWindow(request(messages, system), window))).toBeLessThanOrEqual(window * 4);
        },
      ),
    );
  });
});

describe('turnsOf', () => {
  it('begins a turn with each thing the user said, and loses nothing', () => {
    const messages = [said('0', 'hi'), user('1', 'a'), said('2', 'b'), user('3', 'c')];
    expect(turnsOf(messages).map((turn) => turn.map(({ id }) => id))).toEqual([['0'], ['1', '2'], ['3']]);
    expect(turnsOf([])).toEqual([]);
  });
});

describe('cutMiddle', () => {
  it('never gives more than asked for, nor half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), fc.nat(400), (text, most) => {
        const cut = cutMiddle(text, most);
        expect(cut.length).toBeLessThanOrEqual(Math.max(most, text.length <= most ? text.length : 0));
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});
