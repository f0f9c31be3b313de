import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageSchema } from './message.ts';
import { contentOf, filesOf, partsOf, withContent } from './message-content.ts';
import type { Part } from './message-parts.ts';

const picture: Part = { type: 'file', fileId: 'f1', mediaType: 'image/png', size: 3 };
const thought: Part = { type: 'reasoning', text: 'Paris, surely.' };

const anyPart: fc.Arbitrary<Part> = fc.oneof(
  fc.string().map((text): Part => ({ type: 'text', text })),
  fc.string({ minLength: 1 }).map(
    (text): Part => ({
      type: 'text',
      text,
      annotations: [{ type: 'citation', start: 0, end: text.length, url: 'https://example.com' }],
    }),
  ),
  fc.string().map((text): Part => ({ type: 'reasoning', text })),
  fc.string({ minLength: 1 }).map((fileId): Part => ({ ...picture, fileId })),
  fc.record({
    type: fc.constant('data' as const),
    name: fc.string(),
    // At the edges zod leaves out what would be more than a name.
    value: fc
      .jsonValue()
      .filter((value) => !JSON.stringify(value).includes('"__proto__"')) as fc.Arbitrary<null>,
  }),
);

describe('contentOf', () => {
  it('needs no parts for plain words', () => {
    expect(contentOf([{ type: 'text', text: 'Hello' }])).toEqual({ content: 'Hello' });
    expect(
      contentOf([
        { type: 'text', text: 'One' },
        { type: 'text', text: 'two' },
      ]),
    ).toEqual({ content: 'One\ntwo' });
    expect(contentOf([])).toEqual({ content: '' });
  });

  it('keeps all else in its order beside the words', () => {
    const parts: Part[] = [
      thought,
      { type: 'text', text: 'What is on' },
      picture,
      { type: 'text', text: '?' },
    ];
    expect(contentOf(parts)).toEqual({ content: 'What is on\n?', parts });
    expect(filesOf(contentOf(parts))).toEqual([picture]);
  });

  it('makes messages that are read again as they were, whatever their parts', () => {
    fc.assert(
      fc.property(fc.array(anyPart), (parts) => {
        const made = contentOf(parts);
        const message = { id: 'm', role: 'user' as const, ...made };
        expect(messageSchema.parse(JSON.parse(JSON.stringify(message)))).toEqual(
          JSON.parse(JSON.stringify(message)),
        );
        expect(contentOf(partsOf(made))).toEqual(made);
        const texts = parts.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : []));
        expect(made.content).toBe(texts.join('\n'));
        expect(partsOf(made).filter(({ type }) => type !== 'text')).toEqual(
          parts.filter(({ type }) => type !== 'text'),
        );
      }),
    );
  });
});

describe('withContent', () => {
  it('changes the words and nothing else', () => {
    const message = { id: 'm', ...contentOf([thought, { type: 'text', text: 'Paris' }, picture]) };
    expect(withContent(message, 'Rome')).toEqual({
      id: 'm',
      content: 'Rome',
      parts: [thought, { type: 'text', text: 'Rome' }, picture],
    });
    expect(withContent({ id: 'm', content: 'Paris' }, 'Rome')).toEqual({ id: 'm', content: 'Rome' });
  });

  it('leaves no former word anywhere in the message', () => {
    fc.assert(
      fc.property(fc.array(anyPart), fc.string(), (parts, words) => {
        const changed = withContent({ id: 'm', ...contentOf(parts) }, words);
        expect(changed.content).toBe(words);
        expect(partsOf(changed)).toEqual(partsOf(contentOf(partsOf(changed))));
        const texts = partsOf(changed).filter(({ type }) => type === 'text');
        expect(texts).toEqual(words === '' ? [] : [{ type: 'text', text: words }]);
      }),
    );
  });
});
