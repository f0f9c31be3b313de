// What is written to the database. What the store answers is shown by the saver that is built on it.
import type { CheckpointStore, NewCheckpoint } from '@cadence-agents/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { readRow } from './rows/read-states.ts';
import { databaseKinds, startCheckpoints, type TestCheckpoints } from './test-checkpoints.fixture.ts';

const thread = { threadId: 't', ns: '' };

function checkpoint(id: string, values: Record<string, unknown>, parentId?: string): NewCheckpoint {
  return {
    id,
    parentId,
    v: 4,
    ts: new Date(0).toISOString(),
    metadata: { source: 'loop', step: 1, parents: {} },
    versions: new Map(Object.keys(values).map((channel) => [channel, id])),
    seen: new Map(),
    written: new Set(Object.keys(values)),
    values: new Map(Object.entries(values)),
  };
}

const storedData = statement<Record<string, never>, { rows: number; bytes: number; last: number }>(
  'SELECT COUNT(*) AS rows, SUM(LENGTH(data)) AS bytes, MAX(ordinal) AS last FROM checkpoints',
);
const countRows = statement<Record<string, never>, { count: number }>(
  `SELECT (SELECT COUNT(*) FROM checkpoint_threads) + (SELECT COUNT(*) FROM checkpoints)
     + (SELECT COUNT(*) FROM checkpoint_writes) AS count`,
);

describe.each(databaseKinds)('checkpoints on %s', (kind) => {
  let started: TestCheckpoints;
  let store: CheckpointStore;
  beforeAll(async () => {
    started = await startCheckpoints(kind);
  });
  afterAll(() => started.stop());
  beforeEach(async () => {
    await started.removeAll();
    store = started.open();
  });

  const stored = async () => (await started.database.first(storedData, {})) ?? { rows: 0, bytes: 0, last: 0 };

  it('writes no more after a restart than it would have without', async () => {
    const written = async (beforeEachStep: () => void) => {
      const list: string[] = [];
      for (let step = 0; step < 200; step++) {
        beforeEachStep();
        list.push(`item ${step} `.padEnd(400, 'x'));
        const parent = step === 0 ? undefined : String(step - 1);
        await store.put(thread, checkpoint(String(step), { list: [...list] }, parent));
      }
      const { rows, bytes } = await stored();
      await started.removeAll();
      return { rows, bytes };
    };
    const restart = () => {
      store = started.open();
    };
    expect(await written(restart)).toEqual(await written(() => {}));
  });

  it('writes as much in the last quarter of a long thread as in the first, and reads it from few rows', async () => {
    const list: { id: string; text: string }[] = [];
    const bytesAfter: number[] = [];
    let parent: string | undefined;
    for (let step = 0; step < 1_600; step++) {
      // No two texts are alike, so that compression gains nothing.
      list.push({ id: `m${step}`, text: Math.sin(step).toString().repeat(10) });
      const turn = { at: `node ${step % 7}`, counters: { steps: step % 8, tokens: step } };
      const id = String(step).padStart(4, '0');
      await store.put(thread, checkpoint(id, { list: [...list], turn }, parent));
      parent = id;
      if ((step + 1) % 400 === 0) bytesAfter.push((await stored()).bytes);
    }
    const [first = 0, , third = 0, fourth = 0] = bytesAfter;
    expect((fourth - third) / first).toBeLessThan(1.2);
    const row = await readRow(started.database, (await stored()).last);
    expect(row?.state.values.get('list')).toEqual(list);
    expect(row?.state.readCost).toBeLessThan(2 * JSON.stringify(list).length + 10_000);
  });

  it('leaves nothing of a thread that was removed', async () => {
    for (const ns of ['', 'child']) {
      await store.put({ ...thread, ns }, checkpoint('1', { a: 1 }));
      await store.putWrites({ ...thread, ns }, '1', [{ taskId: 'task', index: 0, channel: 'a', value: 1 }]);
    }
    await store.remove('t');
    expect(await started.database.first(countRows, {})).toEqual({ count: 0 });
  });

  it('compresses long values', async () => {
    await store.put(thread, checkpoint('1', { text: 'a long story '.repeat(10_000) }));
    expect((await stored()).bytes).toBeLessThan(5_000);
  });

  it('reports a row that was damaged', async () => {
    await store.put(thread, checkpoint('1', { a: 1 }));
    await started.database.run(statement<{ data: Uint8Array }>('UPDATE checkpoints SET data = $data'), {
      data: Buffer.from('[[[5,1,0,1]],[]]'),
    });
    await expect(started.open().get(thread)).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  });
});
