// Random histories, with forks, told both to the saver and to LangGraph's MemorySaver, which keeps every state whole.
import { jsonObject, jsonValue } from '@cadence-agents/testkit/arbitrary-json';
import { runs } from '@cadence-agents/testkit/random-runs';
import type { RunnableConfig } from '@langchain/core/runnables';
import {
  type BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointTuple,
  MemorySaver,
} from '@langchain/langgraph-checkpoint';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyStorable } from '../codec/arbitrary-values.fixture.ts';
import { strictSerde } from '../codec/serde.ts';
import type { CadenceSaver } from './cadence-saver.ts';
import { startSavers, storeKinds, type TestSavers } from './saver-stores.fixture.ts';

type Edit = { channel: string } & (
  | { kind: 'set'; value: unknown }
  | { kind: 'splice'; at: number; remove: number; items: unknown[] }
  | { kind: 'append'; item: string }
  | { kind: 'patch'; fields: Record<string, unknown> }
  | { kind: 'empty' }
);
type Action =
  | { kind: 'put'; thread: string; ns: string; parent: number; edits: Edit[]; seen: string }
  | { kind: 'writes'; checkpoint: number; task: string; writes: [string, unknown][] }
  | { kind: 'replace'; checkpoint: number; value: unknown }
  | { kind: 'deleteThread'; thread: string }
  | { kind: 'restart' };

const channel = fc.constantFrom('messages', 'turn', 'a b', 'constructor');
// Enough to be compressed, and a few of them for rows that stand for many steps.
const longText = fc.constantFrom('long '.repeat(1_000), 'longer '.repeat(1_000));
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('set'), channel, value: anyStorable }),
  fc.record({
    kind: fc.constant('splice'),
    channel,
    at: fc.nat(),
    remove: fc.nat(2),
    items: fc.array(jsonValue, { maxLength: 2 }),
  }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('append'), channel: fc.constant('log'), item: longText }),
  },
  fc.record({ kind: fc.constant('patch'), channel, fields: jsonObject }),
  fc.record({ kind: fc.constant('empty'), channel }),
);
const written = fc.tuple(fc.constantFrom('a', 'b', '__error__', '__interrupt__', '__resume__'), anyStorable);
const thread = fc.constantFrom('one', 'two');
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('put'),
      thread,
      ns: fc.constantFrom('', '', 'child'),
      // Mostly the newest, at times any other one: a fork.
      parent: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(20)),
      edits: fc.array(edit, { maxLength: 3 }),
      seen: fc.constantFrom('x', 'y', '__interrupt__'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('writes'),
      checkpoint: fc.nat(20),
      task: fc.constantFrom('t2', 't1'),
      writes: fc.array(written, { minLength: 1, maxLength: 3 }),
    }),
  },
  fc.record({ kind: fc.constant('replace'), checkpoint: fc.nat(20), value: jsonValue }),
  fc.record({ kind: fc.constant('deleteThread'), thread }),
  fc.record({ kind: fc.constant('restart') }),
);

/** Keeps the two savers side by side. */
class Pair {
  readonly reference = new MemorySaver(strictSerde);
  readonly #started: TestSavers;
  saver: CadenceSaver;
  configs: RunnableConfig[] = [];
  #count = 0;

  constructor(started: TestSavers) {
    this.#started = started;
    this.saver = this.#newSaver();
  }

  async carryOut(action: Action): Promise<void> {
    switch (action.kind) {
      case 'put':
        return this.#put(action);
      case 'writes':
        return this.#putWrites(action);
      case 'replace':
        return this.#replace(action);
      case 'deleteThread':
        this.configs = this.configs.filter(({ configurable }) => configurable?.thread_id !== action.thread);
        await this.reference.deleteThread(action.thread);
        return this.saver.deleteThread(action.thread);
      case 'restart':
        this.saver = this.#newSaver();
    }
  }

  // So small a cache that some checkpoints are in it and others are not.
  #newSaver(): CadenceSaver {
    return this.#started.open({ cacheSize: 2_000 });
  }

  async #put({ thread, ns, parent, edits, seen }: Action & { kind: 'put' }): Promise<void> {
    const line = this.configs.filter(
      ({ configurable }) => configurable?.thread_id === thread && configurable?.checkpoint_ns === ns,
    );
    const parentConfig = line.at(-1 - (parent % Math.max(1, line.length)));
    // From the saver itself, so that a value goes through it many times.
    const before = parentConfig && (await this.saver.getTuple(parentConfig));
    const checkpoint = this.#next(before, edits, seen);
    const newVersions = Object.fromEntries(
      edits.map((each) => [each.channel, checkpoint.channel_versions[each.channel] ?? 0]),
    );
    const config = parentConfig ?? { configurable: { thread_id: thread, checkpoint_ns: ns } };
    const source = this.#count % 2 === 0 ? ('loop' as const) : ('update' as const);
    const metadata = { source, step: this.#count, parents: this.#count % 3 === 0 ? { '': 'x' } : {} };
    await this.reference.put(config, checkpoint, metadata);
    this.configs.push(await this.saver.put(config, checkpoint, metadata, newVersions));
  }

  #next(before: CheckpointTuple | undefined, edits: Edit[], seen: string): Checkpoint {
    this.#count++;
    const values = new Map(Object.entries(before?.checkpoint.channel_values ?? {}));
    const versions = new Map(Object.entries(before?.checkpoint.channel_versions ?? {}));
    for (const each of edits) {
      const value = edited(values.get(each.channel), each);
      if (each.kind === 'empty') values.delete(each.channel);
      else values.set(each.channel, value);
      versions.set(each.channel, Math.max(0, ...[...versions.values()].map(Number)) + 1);
    }
    return {
      v: 4,
      id: String(this.#count).padStart(4, '0'),
      ts: new Date(this.#count).toISOString(),
      channel_values: Object.fromEntries(values),
      channel_versions: Object.fromEntries(versions),
      versions_seen: { ...before?.checkpoint.versions_seen, [seen]: Object.fromEntries(versions) },
    };
  }

  async #putWrites({ checkpoint, task, writes }: Action & { kind: 'writes' }): Promise<void> {
    const config = this.configs[checkpoint % Math.max(1, this.configs.length)];
    if (!config) return;
    await this.reference.putWrites(config, writes, task);
    await this.saver.putWrites(config, writes, task);
  }

  /** The same id once more with another content; what was built on the old one stays as it was. */
  async #replace({ checkpoint, value }: Action & { kind: 'replace' }): Promise<void> {
    const config = this.configs[checkpoint % Math.max(1, this.configs.length)];
    const tuple = config && (await this.saver.getTuple(config));
    if (!tuple?.metadata) return;
    const parent = tuple.parentConfig ?? withoutId(tuple.config);
    const channel_versions = { messages: 77 };
    const replaced = { ...tuple.checkpoint, channel_values: { messages: value }, channel_versions };
    await this.reference.put(parent, replaced, tuple.metadata);
    await this.saver.put(parent, replaced, tuple.metadata, channel_versions);
  }
}

const withoutId = ({ configurable }: RunnableConfig): RunnableConfig => ({
  configurable: { thread_id: configurable?.thread_id, checkpoint_ns: configurable?.checkpoint_ns },
});

function edited(before: unknown, edit: Edit): unknown {
  switch (edit.kind) {
    case 'set':
      return edit.value;
    case 'splice': {
      const list = Array.isArray(before) ? before : [];
      return list.toSpliced(edit.at % (list.length + 1), edit.remove, ...edit.items);
    }
    case 'append':
      return [...(Array.isArray(before) ? before : []), edit.item];
    case 'patch':
      return typeof before === 'object' &&
        before !== null &&
        !Array.isArray(before) &&
        !(before instanceof Map)
        ? { ...before, ...edit.fields }
        : edit.fields;
    case 'empty':
      return undefined;
  }
}

async function told(saver: BaseCheckpointSaver, configs: readonly RunnableConfig[]): Promise<unknown> {
  const all: CheckpointTuple[] = [];
  for await (const tuple of saver.list({ configurable: {} })) all.push(tuple);
  const key = ({ config }: CheckpointTuple) => JSON.stringify(config.configurable);
  const some: CheckpointTuple[] = [];
  const before = configs.at(-1);
  const options = { limit: 2, filter: { source: 'loop' }, ...(before ? { before } : {}) };
  for await (const tuple of saver.list({ configurable: { thread_id: 'one', checkpoint_ns: '' } }, options)) {
    some.push(tuple);
  }
  return {
    all: all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
    some,
    each: await Promise.all(configs.map((config) => saver.getTuple(config))),
    latest: await saver.getTuple({ configurable: { thread_id: 'one' } }),
  };
}

describe.each(storeKinds)('CadenceSaver on %s', (kind) => {
  let started: TestSavers;
  beforeAll(async () => {
    started = await startSavers(kind);
  }, 60_000);
  afterAll(() => started.stop());

  it('tells of any history what a saver tells that keeps every state whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40, size: 'max' }), async (actions) => {
        await started.removeAll();
        const pair = new Pair(started);
        for (const each of actions) await pair.carryOut(each);
        expect(await told(pair.saver, pair.configs)).toEqual(await told(pair.reference, pair.configs));
      }),
      { numRuns: runs(kind === 'sqlite' ? 200 : kind === 'postgres' ? 40 : 15) },
    );
  });
});
