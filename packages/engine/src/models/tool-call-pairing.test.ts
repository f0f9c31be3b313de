import type { Message, ToolCall } from '@cadence-agents/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairPairing } from './tool-call-pairing.ts';

const user = (id: string): Message => ({ id, role: 'user', content: `question ${id}` });
const said = (id: string, content = 'answer'): Message => ({ id, role: 'assistant', content });
const call = (id: string): ToolCall => ({ id, name: 'calculate', args: {} });
const calls = (id: string, ...ids: string[]): Message => ({
  id,
  role: 'assistant',
  content: '',
  toolCalls: ids.map(call),
});
const result = (toolCallId: string, content = `result of ${toolCallId}`): Message => ({
  id: `r-${toolCallId}-${content}`,
  role: 'tool',
  toolCallId,
  toolName: 'calculate',
  content,
});

const shape = (messages: readonly Message[]) =>
  messages.map((message) => (message.role === 'tool' ? message.content : message.id));

describe('repairPairing', () => {
  it('returns the same array when every call has its result', () => {
    const messages = [user('u'), calls('a', 'c1', 'c2'), result('c2'), result('c1'), said('b'), user('v')];
    expect(repairPairing(messages)).toBe(messages);
    expect(repairPairing([])).toEqual([]);
  });

  it('answers a call that was never carried out', () => {
    const repaired = repairPairing([user('u'), calls('a', 'c1', 'c2'), result('c2'), user('v')]);
    expect(shape(repaired)).toEqual(['u', 'a', 'This call was not carried out.', 'result of c2', 'v']);
    expect(repaired[2]).toMatchObject({
      role: 'tool',
      toolCallId: 'c1',
      toolName: 'calculate',
      isError: true,
    });
  });

  it('drops a result without a call', () => {
    expect(shape(repairPairing([result('c1'), user('u'), said('a'), result('c2')]))).toEqual(['u', 'a']);
  });

  it('keeps the first of several results for one call', () => {
    const repaired = repairPairing([calls('a', 'c1'), result('c1', 'first'), result('c1', 'second')]);
    expect(shape(repaired)).toEqual(['a', 'first']);
  });

  it('makes the ids of the calls in one message distinct', () => {
    const repaired = repairPairing([calls('a', 'c1', 'c1'), result('c1', 'first'), result('c1', 'second')]);
    expect(repaired).toEqual([{ ...calls('a', 'c1') }, result('c1', 'first')]);
  });

  it('drops an assistant message that says and calls nothing', () => {
    expect(shape(repairPairing([user('u'), said('a', ''), calls('b'), said('c')]))).toEqual(['u', 'c']);
  });

  it('brings a result that came after another message back to its call', () => {
    const repaired = repairPairing([calls('a', 'c1'), user('u'), result('c1'), said('b')]);
    expect(shape(repaired)).toEqual(['a', 'result of c1', 'u', 'b']);
  });

  it('gives a result to the latest call of that id, as some models count their calls anew each turn', () => {
    const repaired = repairPairing([calls('a', 'c1'), user('u'), calls('b', 'c1'), result('c1')]);
    expect(shape(repaired)).toEqual(['a', 'This call was not carried out.', 'u', 'b', 'result of c1']);
  });
});

const ids = fc.constantFrom('c1', 'c2', 'c3');
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.constant(user('u')),
  fc.constantFrom('', 'text').map((content) => said('a', content)),
  fc.array(ids, { maxLength: 3 }).map((list) => calls('a', ...list)),
  ids.map((id) => result(id)),
);
const validTurn = fc.oneof(
  fc.constantFrom('u', 'a').map((id): Message[] => [id === 'u' ? user(id) : said(id)]),
  fc
    .uniqueArray(ids, { minLength: 1 })
    .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
    .map(([asked, answered]): Message[] => [calls('a', ...asked), ...answered.map((id) => result(id))]),
);

function isValid(messages: readonly Message[]): boolean {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.toolCallId)) return false;
      continue;
    }
    if (open.size > 0) return false;
    if (message.role === 'user') continue;
    const asked = message.toolCalls ?? [];
    if (asked.length === 0 && message.content === '') return false;
    open = new Set(asked.map(({ id }) => id));
    if (open.size !== asked.length) return false;
  }
  return open.size === 0;
}

describe('repairPairing, for any conversation', () => {
  it('gives a valid one', () => {
    fc.assert(fc.property(fc.array(anyMessage), (messages) => isValid(repairPairing(messages))));
  });

  it('leaves a valid one as it is', () => {
    fc.assert(
      fc.property(fc.array(validTurn), (turns) => {
        const messages = turns.flat();
        return isValid(messages) && repairPairing(messages) === messages;
      }),
    );
  });

  it('has nothing left to repair the second time', () => {
    fc.assert(
      fc.property(fc.array(anyMessage), (messages) => {
        const once = repairPairing(messages);
        return repairPairing(once) === once;
      }),
    );
  });

  it('keeps what users said, in order, and changes nothing in place', () => {
    fc.assert(
      fc.property(fc.array(anyMessage), (messages) => {
        const before = structuredClone(messages);
        const users = (list: readonly Message[]) => list.filter(({ role }) => role === 'user');
        expect(users(repairPairing(messages))).toEqual(users(messages));
        expect(messages).toEqual(before);
      }),
    );
  });
});
