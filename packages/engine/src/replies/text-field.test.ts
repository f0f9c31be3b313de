import { type JsonValue, parseJson } from '@cadence-agents/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextFieldReader, textField } from './text-field.ts';

/** The reply pushed in pieces of these sizes, over and over. */
function inPieces(reply: string, sizes: readonly number[]): string[] {
  const heard: string[] = [];
  const reader = new TextFieldReader('answer', (text) => heard.push(text));
  for (let at = 0, turn = 0; at < reply.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    reader.push(reply.slice(at, at + size));
    at += size;
  }
  return heard;
}

describe('the text of a field in a reply', () => {
  it.each([
    ['alone', '{"answer":"In 2014."}', 'In 2014.'],
    ['after other fields', '{"n":-1.5e3,"list":[{"answer":"no"},["}"]],"answer":"yes"}', 'yes'],
    ['with spaces and lines between', '{ "answer" :\n "a" , "b": 1 }', 'a'],
    ['with escapes', String.raw`{"answer":"a\n\"b\" \\ \/ \u00e9 \ud83d\ude00"}`, 'a\n"b" \\ / é 😀'],
    ['under an escaped name', String.raw`{"\u0061nswer":"a"}`, 'a'],
    ['in a fence', 'Sure:\n```json\n{"answer":"a"}\n```', 'a'],
    ['after braces in prose', 'Use {x} and {{y}}: {"answer":"a"}', 'a'],
    ['cut off', '{"answer":"In 20', 'In 20'],
    ['cut off in an escape', String.raw`{"answer":"In \u00`, 'In '],
    ['followed by JSON that is broken', '{"answer":"a","search":[{"title', 'a'],
    ['the first one of two', '{"answer":"a"} {"answer":"b"}', 'a'],
    ['in the object after one without', '{"thought":"x"} {"answer":"b"}', 'b'],
    ['that is no text', '{"answer":7,"b":"c"}', ''],
    ['that is not there', '{"search":{"answer":"no"}}', ''],
    ['in prose alone', 'The "answer": "no" is {nothing}.', ''],
  ])('%s', (_, reply, text) => {
    expect(textField('answer', reply)).toBe(text);
    expect(inPieces(reply, [1]).join('')).toBe(text);
  });

  it('is what JSON.parse reads, however the reply is cut', () => {
    const others = fc.dictionary(
      fc.string().filter((key) => !['answer', '__proto__'].includes(key)),
      fc.jsonValue(),
      { maxKeys: 3 },
    );
    const spaces = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        others,
        others,
        spaces,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        (answer, before, after, space, sizes) => {
          const reply = JSON.stringify({ ...before, answer, ...after }, null, space);
          const read: JsonValue | undefined = parseJson(reply);
          expect(inPieces(reply, sizes).join('')).toBe(Reflect.get(Object(read), 'answer'));
        },
      ),
    );
  });

  it('never throws and never hands on more than there is, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '{',
            '}',
            '[',
            ']',
            '"',
            '\\',
            'u',
            ':',
            ',',
            'answer',
            '"answer":"',
            'é',
            ' ',
            '\ud83d',
            '`',
          ),
        ),
        (signs) => {
          const reply = signs.join('');
          expect(inPieces(reply, [1]).join('')).toBe(textField('answer', reply));
        },
      ),
    );
  });

  it('is handed on piece by piece, from its first character on', () => {
    const reply = '{"answer":"abc","search":[]}';
    expect(inPieces(reply, [1])).toEqual(['a', 'b', 'c']);
    expect(inPieces(reply, [12])).toEqual(['a', 'bc']);
  });

  it('takes time in proportion to the reply, also when it comes by the character', () => {
    const heard: string[] = [];
    const reader = new TextFieldReader('answer', (text) => heard.push(text));
    // A reader that looked at all that came before would not be done in a test's time.
    reader.push('{"search":"');
    for (let count = 0; count < 300_000; count += 1) reader.push('\\"');
    reader.push('","answer":"');
    for (let count = 0; count < 300_000; count += 1) reader.push('x');
    expect(heard).toHaveLength(300_000);
  });

  it('begins anew when it is told to', () => {
    const heard: string[] = [];
    const reader = new TextFieldReader('answer', (text) => heard.push(text));
    reader.push('{"a":[{"answer');
    reader.reset();
    reader.push('{"answer":"a"}');
    expect(heard).toEqual(['a']);
  });
});
