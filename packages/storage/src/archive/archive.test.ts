// What a crash leaves, whenever it comes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Store } from '@cadence-agents/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claimed, outcome, step, tokens } from '../conformance/samples.fixture.ts';
import { createStore } from '../create-store.ts';
import { statement } from '../database/statement.ts';
import { openStore, type StoreOptions } from '../open-store.ts';
import { sharedPostgres } from '../postgres/shared-postgres.fixture.ts';
import { sqliteTestDatabase } from '../sqlite/sqlite-test-database.fixture.ts';
import { folderObjects } from './folder-objects.ts';
import type { MoveRuns } from './move-runs.fixture.ts';
import type { ObjectStore } from './object-store.ts';

const program = fileURLToPath(new URL('./move-runs.fixture.ts', import.meta.url));
const future = '2999-01-01T00:00:00Z';

async function fill(store: Store, runs: number): Promise<void> {
  for (let index = 0; index < runs; index++) {
    const conversationId = `c${index % 3}`;
    const { run, lease } = await claimed(store, { conversationId });
    const before = await store.states.latest(conversationId);
    const steps = [step(run.id, { said: `${index} ${'x'.repeat(9_000)}` }, before)];
    await store.runs.finish(lease, run.id, outcome(), { steps, events: tokens(run.id, 1, 30) });
  }
}

async function told(store: Store): Promise<unknown> {
  const conversations = ['c0', 'c1', 'c2'];
  return Promise.all(
    conversations.map(async (conversationId) => {
      const steps = await store.states.list(conversationId);
      return Promise.all(
        steps.map(async ({ checkpointId, runId }) => ({
          state: await store.states.at(conversationId, checkpointId),
          events: await store.events.read(runId ?? '', 0),
        })),
      );
    }),
  );
}

async function filesIn(folder: string): Promise<string[]> {
  return existsSync(folder)
    ? (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];
}

/** Returns whether it was killed. */
async function moveRuns(given: MoveRuns): Promise<boolean> {
  const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: 'inherit' });
  const [code, signal] = await once(child, 'close');
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`It ended with ${code}.`);
  return signal === 'SIGKILL';
}

const kinds = [
  {
    name: 'SQLite',
    async open(): Promise<StoreOptions> {
      const { dataDir, dispose } = await sqliteTestDatabase();
      onTestFinished(dispose);
      return { dataDir };
    },
  },
  {
    name: 'PostgreSQL',
    async open(): Promise<StoreOptions> {
      const postgres = sharedPostgres();
      onTestFinished(postgres.drop);
      return { databaseUrl: await postgres.freshDatabase() };
    },
  },
];

describe.each(kinds)('killed again and again on $name', ({ open }) => {
  it('it loses nothing, and comes to its end', async () => {
    const url = await mkdtemp(join(tmpdir(), 'cadence-archive-'));
    onTestFinished(() => rm(url, { recursive: true }));
    const storage = await open();
    const store = await openStore({ ...storage, archive: { url } });
    onTestFinished(() => store.close());
    await fill(store, 12);
    const before = await told(store);
    for (const number of [1, 3]) {
      for (const [call, after] of [
        ['put', false],
        ['put', true],
        ['get', false],
        ['get', true],
      ] as const) {
        expect(await moveRuns({ storage, url, die: { call, number, after } })).toBe(true);
        expect(await told(store)).toEqual(before);
      }
    }
    expect(await store.archive.countDue(future)).toBeGreaterThan(0);
    expect(await moveRuns({ storage, url, die: { call: 'put', number: 0, after: false } })).toBe(false);
    expect(await store.archive.countDue(future)).toBe(0);
    expect(await told(store)).toEqual(before);
    const objects = (await filesIn(url)).filter((name) => name.endsWith('.gz'));
    expect(objects).toHaveLength(12);
  }, 120_000);
});

describe('broken off', () => {
  const away = new Error('The archive went away.');
  const stages: Record<string, (folder: ObjectStore) => Partial<ObjectStore>> = {
    'before it is written': () => ({ put: () => Promise.reject(away) }),
    'after it was written': (folder) => ({
      async put(name, bytes) {
        await folder.put(name, bytes);
        throw away;
      },
    }),
    'when it is read back': () => ({ get: () => Promise.reject(away) }),
    'by a store that forgets': () => ({ get: async () => undefined }),
    'by a store that writes something else': (folder) => ({
      put: (name, bytes) => folder.put(name, bytes.slice(0, -9)),
    }),
  };

  it.each(Object.entries(stages))('%s, it is as if it had not begun', async (_, stage) => {
    const test = await sqliteTestDatabase();
    onTestFinished(test.dispose);
    const { store, database } = await test.connect();
    await fill(store, 3);
    const before = await told(store);
    const folder = folderObjects(test.archiveDir);
    const broken = createStore(database, { objects: { ...folder, ...stage(folder) } });
    await expect(Array.fromAsync(broken.archive.move(future))).rejects.toThrow();
    expect(await told(store)).toEqual(before);
    // Deleted meanwhile: what was written goes too, once nobody can be writing it any more.
    await store.conversations.delete('acme', 'c0');
    await database.run(statement('UPDATE archives SET tried_at = 1'), {});
    await store.tend();
    expect(await Array.fromAsync(store.archive.move(future))).toHaveLength(2);
    expect(await filesIn(test.archiveDir)).toHaveLength(2);
  });
});
