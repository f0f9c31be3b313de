import { estimateTokens, type FilePart, type Message, type ModelRequest } from '@cadence-agents/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadFiles } from '../files/loaded-files.ts';
import { repairPairing } from '../models/tool-call-pairing.ts';
import { ASIDE_ID, cutMiddle, cutToTokens, requestTokens, turnsOf, withinWindow } from './context-window.ts';

const user = (id: string, content: string): Message => ({ id, role: 'user', content });
const said = (id: string, content: string): Message => ({ id, role: 'assistant', content });
const request = (messages: Message[], system = 'Do.'): ModelRequest => ({ system, messages, tools: [] });

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

  it('shortens tool results of earlier turns before it leaves a turn out, and keeps the calls that they answer', () => {
    const call = { id: 'c', name: 'search', args: { query: 'x'.repeat(500), most: 3 } };
    const given = request([
      user('1', 'a'),
      { id: '2', role: 'assistant', content: '', toolCalls: [call] },
      { id: '3', role: 'tool', toolCallId: 'c', toolName: 'search', content: 'finding '.repeat(900) },
      said('4', 'b'),
      user('5', 'c'),
      { id: '6', role: 'assistant', content: '', toolCalls: [call] },
      { id: '7', role: 'tool', toolCallId: 'c', toolName: 'search', content: 'finding '.repeat(300) },
    ]);
    const { messages } = withinWindow(given, 1000);
    expect(messages.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(messages[2]?.content.length).toBeLessThanOrEqual(300);
    expect(messages[1]).toMatchObject({ toolCalls: [{ id: 'c', args: { most: '3' } }] });
    expect(messages.at(-1)).toBe(given.messages.at(-1));
  });

  it('keeps the question of a turn with very many steps, and the last of them', () => {
    const steps = Array.from({ length: 200 }, (_, index) => said(`s${index}`, `step ${index} `.repeat(5)));
    const fitted = withinWindow(request([user('0', 'before'), user('1', 'the question'), ...steps]), 1000);
    expect(fitted.messages[0]?.content).toBe('the question');
    expect(fitted.messages.at(-1)?.id).toBe('s199');
    expect(requestTokens(fitted)).toBeLessThanOrEqual(1000);
  });

  it('keeps the results of the last calls with their calls, also in a window that is too small for them', () => {
    const calls = ['a', 'b', 'c'].map((id) => ({ id, name: 'look', args: {} }));
    const given = request([
      user('1', 'Look.'),
      { id: '2', role: 'assistant', content: '', toolCalls: calls },
      ...calls.map(
        ({ id, name }): Message => ({
          ...{ id: `of-${id}`, role: 'tool', toolCallId: id, toolName: name },
          content: 'x'.repeat(500),
        }),
      ),
    ]);
    for (const room of [1, 40, 100, 200]) {
      const { messages } = withinWindow(given, room);
      expect(repairPairing(messages)).toBe(messages);
      expect(messages[0]?.id).toBe('1');
    }
  });

  it('takes a remark on the last reply as part of the turn, not as a turn of its own', () => {
    const remark: Message = { id: ASIDE_ID, role: 'user', content: 'That was no JSON.' };
    const long = 'finding '.repeat(3000);
    const { messages } = withinWindow(request([user('1', 'the question'), said('2', long), remark]), 1000);
    expect(messages.map(({ id }) => id)).toEqual(['1', '2', ASIDE_ID]);
  });

  it('keeps any request inside any window', () => {
    const text = fc
      .tuple(fc.constantFrom('x', 'word ', '字', '🙂', '{"a":1},', 'Ä'), fc.nat(4_000))
      .map(([unit, times]) => unit.repeat(times));
    const message = fc
      .tuple(fc.boolean(), text)
      .map(([asks, content]) => (asks ? user('u', content) : said('a', content)));
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 8 }),
        text,
        fc.integer({ min: 1000, max: 5000 }),
        (messages, system, window) => {
          expect(requestTokens(withinWindow(request(messages, system), window))).toBeLessThanOrEqual(window);
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

describe('cutToTokens', () => {
  it('keeps to the tokens asked for, in any script', () => {
    for (const unit of ['word ', '字', '🙂', '{"a":1},'])
      for (const most of [0, 5, 50, 500]) {
        const cut = cutToTokens(unit.repeat(2000), most);
        expect(estimateTokens(cut)).toBeLessThanOrEqual(most);
        if (most > 50) expect(estimateTokens(cut)).toBeGreaterThan(most / 2);
      }
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

describe('files', () => {
  const file = (fileId: string, mediaType: string, size: number): FilePart => {
    return { type: 'file', fileId, mediaType, name: fileId, size };
  };
  const withFile = (id: string, part: FilePart): Message => {
    return { id, role: 'user', content: 'Look', parts: [{ type: 'text', text: 'Look' }, part] };
  };
  const ask = (messages: Message[]): ModelRequest => ({ system: '', messages, tools: [] });
  const source = {
    fileOf: async () => Buffer.from('a lot of words '.repeat(5_000)),
    fileTextOf: async () => ({ text: 'a lot of words '.repeat(5_000) }),
  };

  it('count, also before they are loaded, so that earlier turns leave for them', async () => {
    const messages = [
      withFile('1', file('a.png', 'image/png', 40)),
      withFile('2', file('b.png', 'image/png', 40)),
      withFile('3', file('c.txt', 'text/plain', 75_000)),
    ];
    expect(requestTokens(ask(messages))).toBeGreaterThan(3_200 + 15_000);
    await loadFiles(messages, source);
    const tokens = requestTokens(ask(messages));
    expect(tokens).toBeGreaterThan(3_200 + 10_000);
    expect(withinWindow(ask(messages), tokens)).toMatchObject({ messages });
    expect(withinWindow(ask(messages), tokens - 1).messages).toEqual(messages.slice(1));
  });

  it.each(['text/plain', 'application/pdf'])(
    'are cut short as text where nothing else is left: %s',
    async (type) => {
      const messages = [withFile('1', file('c', type, 75_000))];
      await loadFiles(messages, source);
      const [cut] = withinWindow(ask(messages), 1_000).messages;
      expect(cut?.parts).toBeUndefined();
      expect(cut?.content).toMatch(/^Look\nThe .*file "c":\na lot of words/);
      expect(requestTokens(ask(cut ? [cut] : []))).toBeLessThanOrEqual(1_000);
    },
  );
});
