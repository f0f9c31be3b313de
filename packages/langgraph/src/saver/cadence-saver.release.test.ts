import type { RunnableConfig } from '@langchain/core/runnables';
import { type Checkpoint, type CheckpointTuple, emptyCheckpoint } from '@langchain/langgraph-checkpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CadenceSaver } from './cadence-saver.ts';
import { startSavers, storeKinds, type TestSavers } from './saver-stores.fixture.ts';

const metadata = { source: 'loop', step: 1, parents: {} } as const;
const thread = (id: string, ns = ''): RunnableConfig => ({
  configurable: { thread_id: id, checkpoint_ns: ns },
});

function checkpointOf(id: string, values: Record<string, unknown>, version = 1): Checkpoint {
  return {
    ...emptyCheckpoint(),
    id,
    channel_values: values,
    channel_versions: Object.fromEntries(Object.keys(values).map((channel) => [channel, version])),
  };
}

describe.each(storeKinds)('CadenceSaver on %s', (kind) => {
  let started: TestSavers;
  let saver: CadenceSaver;
  beforeAll(async () => {
    started = await startSavers(kind);
  }, 60_000);
  afterAll(() => started.stop());
  beforeEach(async () => {
    await started.removeAll();
    saver = started.open();
  });

  const put = (config: RunnableConfig, checkpoint: Checkpoint) =>
    saver.put(config, checkpoint, metadata, checkpoint.channel_versions);
  const valuesAt = async (config: RunnableConfig) => (await saver.get(config))?.channel_values;
  const restart = () => {
    saver = started.open();
  };
  async function listed(config: RunnableConfig, options = {}): Promise<CheckpointTuple[]> {
    const tuples = [];
    for await (const tuple of saver.list(config, options)) tuples.push(tuple);
    return tuples;
  }

  it('keeps two forks of one checkpoint apart although their versions are equal', async () => {
    const base = await put(thread('t'), checkpointOf('1', { messages: ['hello'] }));
    const left = await put(base, checkpointOf('2', { messages: ['hello', 'left'] }, 2));
    const right = await put(base, checkpointOf('3', { messages: ['hello', 'right'] }, 2));
    restart();
    expect(await valuesAt(left)).toEqual({ messages: ['hello', 'left'] });
    expect(await valuesAt(right)).toEqual({ messages: ['hello', 'right'] });
    expect(await valuesAt(base)).toEqual({ messages: ['hello'] });
  });

  it('keeps the writes of parallel tasks in the order of their making, not of their ids', async () => {
    const config = await put(thread('t'), checkpointOf('1', {}));
    await saver.putWrites(
      config,
      [
        ['a', 1],
        ['a', 2],
      ],
      'z-task',
    );
    await saver.putWrites(config, [['a', 3]], 'a-task');
    const tuple = await saver.getTuple(config);
    expect(tuple?.pendingWrites).toEqual([
      ['z-task', 'a', 1],
      ['z-task', 'a', 2],
      ['a-task', 'a', 3],
    ]);
  });

  it('keeps the first of ordinary writes and the last of errors, interrupts and answers', async () => {
    const config = await put(thread('t'), checkpointOf('1', {}));
    for (const value of ['first', 'second']) {
      await saver.putWrites(config, [['a', value]], 'task');
      await saver.putWrites(config, [['__error__', value]], 'task');
    }
    expect((await saver.getTuple(config))?.pendingWrites).toEqual([
      ['task', 'a', 'first'],
      ['task', '__error__', 'second'],
    ]);
  });

  it('takes channels and threads with the names of what objects inherit', async () => {
    const values: Record<string, unknown> = JSON.parse(
      '{"__proto__":1,"constructor":[2],"toString":{"a":3}}',
    );
    const config = await put(thread('__proto__', 'constructor'), checkpointOf('hasOwnProperty', values));
    await saver.putWrites(
      config,
      [
        ['constructor', 1],
        ['__proto__', 2],
      ],
      'toString',
    );
    restart();
    const tuple = await saver.getTuple(thread('__proto__', 'constructor'));
    expect(JSON.stringify(tuple?.checkpoint.channel_values)).toBe(JSON.stringify(values));
    expect(tuple?.pendingWrites).toEqual([
      ['toString', 'constructor', 1],
      ['toString', '__proto__', 2],
    ]);
  });

  it.each([
    ['a BigInt', { price: 10n }],
    ['nesting of 4,390', JSON.parse(`${'['.repeat(4_390)}${']'.repeat(4_390)}`)],
  ])('refuses %s in a value and in a write, and keeps what was there', async (_what, value) => {
    const config = await put(thread('t'), checkpointOf('1', { a: 'kept' }));
    const refused = { code: 'VALUE_NOT_STORABLE' };
    await expect(put(config, checkpointOf('2', { a: value }, 2))).rejects.toMatchObject(refused);
    await expect(
      saver.putWrites(
        config,
        [
          ['b', 1],
          ['a', value],
        ],
        'task',
      ),
    ).rejects.toMatchObject(refused);
    const latest = await saver.getTuple(thread('t'));
    expect(latest?.checkpoint.channel_values).toEqual({ a: 'kept' });
    expect(latest?.pendingWrites).toEqual([]);
  });

  it('keeps values of megabytes, in the state and in a write', async () => {
    // Random bytes, as compression would make anything else small.
    const bytes = new Uint8Array(2_000_000).map((_, index) => Math.floor(Math.sin(index) * 1e6) & 255);
    const config = await put(thread('t'), checkpointOf('1', { bytes }));
    await saver.putWrites(config, [['bytes', bytes]], 'task');
    restart();
    const tuple = await saver.getTuple(config);
    expect(tuple?.checkpoint.channel_values.bytes).toEqual(bytes);
    expect(tuple?.pendingWrites).toEqual([['task', 'bytes', bytes]]);
  });

  it('reads user data with lc markers back as data', async () => {
    const data = {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'HumanMessage'],
      kwargs: {},
    };
    await put(thread('t'), checkpointOf('1', { a: data, b: [data] }));
    restart();
    expect(await valuesAt(thread('t'))).toStrictEqual({ a: data, b: [data] });
  });

  it.each([
    ['a NUL', 'thread\0'],
    ['half a surrogate pair', 'thread\ud800'],
    ['no text', ''],
  ])('refuses a thread id with %s', async (_what, id) => {
    await expect(put(thread(id), checkpointOf('1', {}))).rejects.toMatchObject({
      code: 'VALUE_NOT_STORABLE',
    });
  });

  it('refuses ids that are not strings', async () => {
    await expect(put({ configurable: { thread_id: 7 } }, checkpointOf('1', {}))).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });

  it('is not touched by what callers do to values they stored or read', async () => {
    const list = [{ text: 'stored' }];
    const config = await put(thread('t'), checkpointOf('1', { list }));
    list[0] = Object.assign(list[0] ?? { text: '' }, { text: 'changed after storing' });
    const read = await saver.get(config);
    expect(read?.channel_values).toEqual({ list: [{ text: 'stored' }] });
    const values: { list?: { text: string }[] } = read?.channel_values ?? {};
    Object.assign(values.list?.[0] ?? {}, { text: 'changed after reading' });
    expect(await valuesAt(config)).toEqual({ list: [{ text: 'stored' }] });
    // What was changed is in the state that is handed over next, and so it is stored.
    const next = await put(config, checkpointOf('2', { list }, 2));
    expect(await valuesAt(next)).toEqual({ list: [{ text: 'changed after storing' }] });
  });

  it('stores a checkpoint whose parent another process has removed', async () => {
    const base = await put(thread('t'), checkpointOf('1', { messages: ['a'], other: 1 }));
    const elsewhere = await started.openElsewhere();
    await elsewhere.deleteThread('t');
    // SQLite gives the number of the row that is gone to the next one.
    await elsewhere.put(thread('stranger'), checkpointOf('1', { messages: ['x', 'y', 'z'] }), metadata, {
      messages: 1,
    });
    await elsewhere.put(thread('stranger'), checkpointOf('s', { messages: ['x', 'y', 'z'] }), metadata, {
      messages: 1,
    });
    const values = { messages: ['a', 'b'], other: 1 };
    const checkpoint = { ...checkpointOf('2', values), channel_versions: { messages: 2, other: 1 } };
    const config = await saver.put(base, checkpoint, metadata, { messages: 2 });
    expect(await elsewhere.getTuple(config)).toMatchObject({
      checkpoint: { channel_values: values },
      parentConfig: base,
    });
  });

  it('keeps what was built on a checkpoint that is stored anew', async () => {
    const base = await put(thread('t'), checkpointOf('1', { messages: ['old'] }));
    const child = await put(base, checkpointOf('2', { messages: ['old', 'child'] }, 2));
    const grandchild = await put(child, checkpointOf('3', { messages: ['old', 'child', 'more'] }, 3));
    await put(thread('t'), checkpointOf('1', { messages: ['new'] }));
    restart();
    expect(await valuesAt(base)).toEqual({ messages: ['new'] });
    expect(await valuesAt(child)).toEqual({ messages: ['old', 'child'] });
    expect(await valuesAt(grandchild)).toEqual({ messages: ['old', 'child', 'more'] });
    expect((await saver.getTuple(child))?.parentConfig).toEqual(base);
  });

  it('does not build on what it remembers of a checkpoint that another process has stored anew', async () => {
    const base = await put(thread('t'), checkpointOf('1', { messages: ['old', 'older'], other: 1 }));
    const elsewhere = await started.openElsewhere();
    await elsewhere.put(thread('t'), checkpointOf('1', { messages: ['new'], other: 1 }), metadata, {
      messages: 1,
      other: 1,
    });
    const values = { messages: ['old', 'older', 'oldest'], other: 1 };
    const checkpoint = { ...checkpointOf('2', values), channel_versions: { messages: 2, other: 1 } };
    const config = await saver.put(base, checkpoint, metadata, { messages: 2 });
    restart();
    expect(await valuesAt(config)).toEqual(values);
  });

  it('reads what another process has stored anew', async () => {
    const config = await put(thread('t'), checkpointOf('1', { messages: ['old'] }));
    const elsewhere = await started.openElsewhere();
    await elsewhere.put(thread('t'), checkpointOf('1', { messages: ['new'] }), metadata, { messages: 1 });
    expect(await valuesAt(config)).toEqual({ messages: ['new'] });
  });

  it('knows the latest by when it was stored, as the clocks that ids hold may differ', async () => {
    const first = await put(thread('t'), checkpointOf('9', { a: 'first' }));
    await put(first, checkpointOf('5', { a: 'second' }, 2));
    expect(await valuesAt(thread('t'))).toEqual({ a: 'second' });
    expect((await listed(thread('t'))).map(({ checkpoint }) => checkpoint.id)).toEqual(['5', '9']);
  });

  it('ends when a checkpoint is its own parent', async () => {
    const config = await put(thread('t'), checkpointOf('1', { a: 1 }));
    await put(config, checkpointOf('1', { a: 2 }, 2));
    restart();
    expect(await valuesAt(config)).toEqual({ a: 2 });
    expect(await listed(thread('t'))).toHaveLength(1);
  });

  it('lists a long thread in pages, newest first', async () => {
    let config = thread('t');
    const expected: unknown[] = [];
    for (let step = 100; step < 230; step++) {
      config = await put(
        config,
        checkpointOf(String(step), { list: Array.from({ length: step }, (_, i) => i) }, step),
      );
      expected.unshift([String(step), step]);
    }
    const found = (tuples: CheckpointTuple[]) =>
      tuples.map(({ checkpoint: { id, channel_values: values } }) => [id, [values.list].flat().length]);
    expect(found(await listed(thread('t')))).toEqual(expected);
    expect(found(await listed(thread('t'), { limit: 70 }))).toEqual(expected.slice(0, 70));
    const before = { configurable: { checkpoint_id: '150' } };
    expect(found(await listed({ configurable: {} }, { before, limit: 3 }))).toEqual(expected.slice(80, 83));
    expect(await listed(thread('t'), { limit: 0 })).toEqual([]);
  });

  it('filters by any field of the metadata', async () => {
    const checkpoint = checkpointOf('1', {});
    const rich = { ...metadata, user: 'ann', tags: ['a', 'b'], writes: { x: [1, 2] } };
    await saver.put(thread('t'), checkpoint, rich, {});
    expect((await listed(thread('t'), { filter: { user: 'ann', tags: ['a', 'b'] } }))[0]?.metadata).toEqual(
      rich,
    );
    expect(await listed(thread('t'), { filter: { user: 'bob' } })).toEqual([]);
  });

  it('keeps times and formats that LangGraph does not write any more', async () => {
    const checkpoint = { ...checkpointOf('1', {}), v: 3, ts: 'last tuesday' };
    await put(thread('t'), checkpoint);
    expect(await saver.get(thread('t'))).toEqual(checkpoint);
  });

  it('removes everything of a thread and nothing of others', async () => {
    for (const [id, ns] of [
      ['one', ''],
      ['one', 'child'],
      ['two', ''],
    ] as const) {
      const config = await put(thread(id, ns), checkpointOf('1', { a: 1 }));
      await saver.putWrites(config, [['a', 1]], 'task');
    }
    await saver.deleteThread('one');
    expect(await listed({ configurable: {} })).toHaveLength(1);
    await saver.deleteThread('two');
    expect(await listed({ configurable: {} })).toEqual([]);
  });
});
