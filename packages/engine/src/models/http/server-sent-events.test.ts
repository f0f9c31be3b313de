import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader } from './server-sent-events.ts';

function parse(...packets: (string | Buffer)[]): string[] {
  const events: string[] = [];
  const onTooLarge = () => {
    throw new Error('too large');
  };
  const reader = createEventReader({ onData: (data) => events.push(data), maxChars: 1_000, onTooLarge });
  for (const packet of packets) reader.push(typeof packet === 'string' ? Buffer.from(packet) : packet);
  reader.end();
  return events;
}

describe('createEventReader', () => {
  it('hands over the data of each event', () => {
    expect(parse('data: one\n\ndata: two\n\n')).toEqual(['one', 'two']);
  });

  it('reads CRLF, also when it is split between packets', () => {
    expect(parse('data: one\r', '\n\r', '\ndata:two\r\n\r\n')).toEqual(['one', 'two']);
  });

  it('passes over comments, other fields and garbage', () => {
    expect(parse(': ping\n\nevent: x\nid: 1\ndata: one\nnonsense\n\n<html>\n\n')).toEqual(['one']);
  });

  it('joins the lines of one event', () => {
    expect(parse('data: {\ndata: }\n\n')).toEqual(['{\n}']);
  });

  it('keeps an event that lacks its blank line at the end', () => {
    expect(parse('data: one\n\ndata: [DONE]')).toEqual(['one', '[DONE]']);
  });

  it.each([
    ['one line', ['data: ', ...Array.from({ length: 200 }, () => '12345678')]],
    ['an event of many lines', Array.from({ length: 200 }, () => 'data: 12345678\n')],
  ])('buffers no more than its bound of %s', (_, packets) => {
    expect(() => parse(...packets)).toThrow('too large');
  });

  it('takes any number of events that are each within the bound', () => {
    expect(parse(...Array.from({ length: 200 }, () => 'data: 12345678\n\n'))).toHaveLength(200);
  });

  it('reads the same however the bytes are split', () => {
    const text = ': hello\r\ndata: {"text":"Grüße 👋🏽 日本"}\r\n\r\ndata: x\n\ngarbage\ndata: [DONE]\n\n';
    const bytes = Buffer.from(text);
    const whole = parse(bytes);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const packets = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
        expect(parse(...packets)).toEqual(whole);
      }),
    );
  });

  it('reads packets of whole events as it does their single bytes', () => {
    const line = fc.constantFrom(
      'data: x',
      'data: é {"a": 1}',
      'data:y',
      'data: ',
      'event: e',
      ': ping',
      'data: \r',
      '\ufeffdata: z',
    );
    const end = fc.constantFrom('\n\n', '\n\n', '\n\n', '\n', '\r\n\r\n', '');
    const packet = fc
      .array(fc.tuple(line, end), { minLength: 1, maxLength: 3 })
      .map((pairs) => pairs.flat().join(''));
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 6 }), (packets) => {
        const bytes = [...Buffer.from(packets.join(''))].map((byte) => Buffer.of(byte));
        expect(parse(...packets)).toEqual(parse(...bytes));
      }),
      { numRuns: runs(500) },
    );
  });
});
