import { CadenceError, decodeStrict, encodeStrict } from '@cadence-agents/contracts';
import { jsonValue } from '@cadence-agents/testkit/arbitrary-json';
import { runs } from '@cadence-agents/testkit/random-runs';
import { AIMessage, HumanMessage, RemoveMessage, ToolMessage } from '@langchain/core/messages';
import { Command, Overwrite, Send } from '@langchain/langgraph';
import { DeltaSnapshot } from '@langchain/langgraph-checkpoint';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStorable } from './arbitrary-values.fixture.ts';
import { strictSerde } from './serde.ts';
import { fromStored, toStored } from './stored-value.ts';

const roundTrip = (value: unknown) => fromStored(decodeStrict(encodeStrict(toStored(value))));

/** A list inside a list, so many times. */
function nested(depth: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

function refusal(value: unknown): CadenceError {
  try {
    encodeStrict(toStored(value), 'channel');
  } catch (error) {
    if (CadenceError.is(error)) return error;
    throw error;
  }
  throw new Error('The value was not refused.');
}

describe('the stored form of values', () => {
  it('gives back any storable value as it was', () => {
    fc.assert(
      fc.property(anyStorable, (value) => {
        expect(roundTrip(value)).toEqual(value);
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps the order of fields', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(JSON.stringify(roundTrip(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('leaves plain JSON without tags as it is', () => {
    const value = { messages: [{ id: '1', content: 'hello' }], count: 3 };
    expect(toStored(value)).toEqual(value);
  });

  it('shares nothing with the value', () => {
    const value = { list: [{ name: 'before' }] };
    const stored = toStored(value);
    value.list[0] = { name: 'after' };
    expect(stored).toEqual({ list: [{ name: 'before' }] });
  });

  it.each([
    ['an lc marker that names no class', { lc: 1, type: 'constructor', id: ['nope'] }],
    [
      'an lc marker that names a class',
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', 'HumanMessage'],
        kwargs: { content: 'hi' },
      },
    ],
    ['an lc 2 marker', { lc: 2, type: 'constructor', id: ['Set'], args: [[1]] }],
    ['an undefined marker of LangGraph', { lc: 2, type: 'undefined' }],
    ['an object that looks like a tag', { $cadence: 'map', value: [[1, 2]] }],
    ['an object that looks like a wrapped tag', { $cadence: 'object', value: { $cadence: 'undefined' } }],
    ['a tag nobody knows', { $cadence: 'later' }],
  ])('keeps %s as data', (_what, value) => {
    const back = roundTrip({ user: value });
    expect(back).toStrictEqual({ user: value });
  });

  it('keeps a __proto__ field as a field', () => {
    const value: unknown = JSON.parse('{"__proto__":{"admin":true},"a":1}');
    const back = roundTrip(value);
    expect(JSON.stringify(back)).toBe('{"__proto__":{"admin":true},"a":1}');
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
  });

  it('revives LangChain messages, also ones that were changed after they were made', () => {
    const said = { content: 'hi', tool_calls: [{ id: 'c1', name: 'add', args: { a: 1 } }] };
    const renamed = Object.assign(new AIMessage(said), { id: 'given later' });
    const others = [
      new HumanMessage({ content: [{ type: 'text', text: 'hello' }], id: 'h' }),
      new ToolMessage({ content: '2', tool_call_id: 'c1' }),
      new RemoveMessage({ id: 'h' }),
    ];
    const back = roundTrip([renamed, ...others]);
    expect(back).toEqual([new AIMessage({ ...said, id: 'given later' }), ...others]);
    expect(Array.isArray(back) && back.map((message) => message.constructor)).toEqual([
      AIMessage,
      HumanMessage,
      ToolMessage,
      RemoveMessage,
    ]);
  });

  it('turns what LangGraph also takes as plain objects into these', () => {
    expect(roundTrip(new Send('node', { a: 1 }))).toEqual({ lg_name: 'Send', node: 'node', args: { a: 1 } });
    expect(roundTrip(new Command({ update: { a: 1 }, goto: [new Send('b', 2)] }))).toMatchObject({
      lg_name: 'Command',
      update: { a: 1 },
      goto: [{ node: 'b', args: 2 }],
    });
    expect(roundTrip(new Overwrite([1]))).toMatchObject({ __overwrite__: [1] });
  });

  it('revives DeltaSnapshot', () => {
    expect(roundTrip(new DeltaSnapshot([1]))).toEqual(new DeltaSnapshot([1]));
  });

  it('answers for LangGraph as bytes', async () => {
    const [type, bytes] = await strictSerde.dumpsTyped({ at: new Date(5), bytes: new Uint8Array([1, 2]) });
    expect(await strictSerde.loadsTyped(type, bytes)).toEqual({
      at: new Date(5),
      bytes: new Uint8Array([1, 2]),
    });
  });

  const circle: Record<string, unknown> = {};
  circle.self = circle;
  class Account {
    balance = 1;
  }
  it.each([
    ['a BigInt', { price: 10n }, 'channel.price'],
    ['a function', { list: [1, () => 2] }, 'channel.list[1]'],
    ['a symbol', { mark: Symbol('x') }, 'channel.mark'],
    ['NaN', [Number.NaN], 'channel[0]'],
    ['half a surrogate pair', { text: '\ud800' }, 'channel.text'],
    ['an instance of a class', { account: new Account() }, 'channel.account'],
    ['an invalid date', { at: new Date('no') }, 'channel.at.value'],
    ['a list with named fields', { match: 'abc'.match(/b/) }, 'channel.match'],
    ['a field whose key is a symbol', { [Symbol('s')]: 1 }, 'channel'],
  ])('refuses %s and says where it is', (_what, value, path) => {
    expect(refusal(value)).toMatchObject({ code: 'VALUE_NOT_STORABLE', details: { path } });
  });

  it.each([
    ['a circle', circle],
    ['nesting of 10,000', nested(10_000)],
    ['nesting of 4,390', nested(4_390)],
  ])('refuses %s', (_what, value) => {
    expect(refusal(value).code).toBe('VALUE_NOT_STORABLE');
  });

  it('keeps what is nested 900 levels deep and a string of 10 MB', () => {
    const value = { deep: nested(900), long: 'x'.repeat(10_000_000) };
    expect(roundTrip(value)).toEqual(value);
  });
});
