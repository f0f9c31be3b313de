import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RunCommit, StateRecord, Store } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { canary, plant, userId } from './people.fixture.ts';
import { claim, claimed, newRun, outcome, said, step, tenantId, tokens } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const future = '2999-01-01T00:00:00Z';
const past = '2020-01-01T00:00:00Z';

const move = (store: Store, before = future) => Array.fromAsync(store.archive.move(before));

async function objectsIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const found = await readdir(folder, { recursive: true });
  return found.filter((name) => name.endsWith('.gz')).map((name) => join(folder, name));
}

/** A run of some steps and events, with a call of a tool; returns its id. */
async function ended(store: Store, conversationId: string, steps = 3): Promise<string> {
  const { run, lease } = await claimed(store, { conversationId });
  let seq = 1;
  for (let index = 0; index < steps; index++) {
    const before = await store.states.latest(conversationId);
    const old = before?.messages.at(-2);
    // Now and then something is replaced or removed.
    const updates = old && index === 1 ? [said(`${old.id} anew`, old.id)] : [];
    const taken = step(run.id, { said: `word ${'x'.repeat(2_000)} ${index}`, updates }, before);
    const call = { callId: `call ${index}`, idempotencyKey: 'k', tool: 't', fingerprint: 'f' };
    const commit: RunCommit = {
      steps: [taken],
      events: tokens(run.id, seq, 40),
      calls: [{ call, result: { output: `found ${index}`, isError: false } }],
    };
    await store.runs.commit(lease, run.id, commit);
    seq += 40;
  }
  await store.runs.finish(lease, run.id, outcome(), { events: tokens(run.id, seq, 2) });
  return run.id;
}

/** Everything that is told of a conversation. */
async function told(store: Store, conversationId: string) {
  const { items: runs } = await store.runs.list(tenantId, { conversationId });
  const steps = await store.states.list(conversationId);
  const states: (StateRecord | undefined)[] = [];
  for (const { checkpointId } of steps) states.push(await store.states.at(conversationId, checkpointId));
  return {
    ...{ runs, steps, states, latest: await store.states.latest(conversationId) },
    ofRuns: await Promise.all(
      runs.map(async ({ id }) => ({
        all: await store.events.read(id, 0),
        some: await store.events.read(id, 33, 20),
        none: await store.events.read(id, 10_000),
        last: await store.events.lastSeq(id),
        calls: [...(await store.ledger.entries(id))],
        steps: await store.states.list(conversationId, { runId: id }),
      })),
    ),
  };
}

const stored = statement<Record<string, never>, { batches: number; bytes: number }>(
  `SELECT CAST((SELECT COUNT(*) FROM event_batches WHERE body IS NOT NULL OR packed IS NOT NULL) AS INTEGER) AS batches,
     CAST((SELECT SUM(LENGTH(data)) FROM steps) AS INTEGER) AS bytes`,
);
const rowsIn = async (database: Database) => (await database.first(stored, {})) ?? { batches: 0, bytes: 0 };

export function archiveConformance(open: OpenTestDatabase): void {
  describe('archive', () => {
    const db = useDatabase(open);

    it('tells the same of runs that were moved, and they leave the database', async () => {
      for (let index = 0; index < 8; index++) await ended(db.store, 'a');
      const before = await told(db.store, 'a');
      const rows = await rowsIn(db.database);
      expect(await db.store.archive.countDue(future)).toBe(8);
      const moved = await move(db.store);
      expect(moved.map(({ runId }) => runId).sort()).toEqual(before.runs.map(({ id }) => id).sort());
      expect(await db.store.archive.countDue(future)).toBe(0);
      expect(await objectsIn(db.archiveDir)).toHaveLength(8);
      expect((await rowsIn(db.database)).batches).toBe(0);
      expect((await rowsIn(db.database)).bytes).toBeLessThan(rows.bytes);
      expect(await told(db.store, 'a')).toEqual(before);
      const other = await db.another();
      expect(await told(other.store, 'a')).toEqual(before);
      expect(await move(other.store)).toEqual([]);
    });

    it('a conversation goes on after its runs were moved, again and again', async () => {
      for (let round = 0; round < 4; round++) {
        for (let index = 0; index < 3; index++) await ended(db.store, 'a', 2);
        const before = await told(db.store, 'a');
        expect(await move(db.store)).toHaveLength(3);
        const other = await db.another();
        expect(await told(other.store, 'a')).toEqual(before);
      }
    });

    it('the latest state is there, and new runs are, while the archive is away', async () => {
      const run = await ended(db.store, 'a');
      await ended(db.store, 'a');
      const latest = await db.store.states.latest('a');
      await move(db.store);
      await rm(db.archiveDir, { recursive: true });
      const { store } = await db.another();
      expect(await store.states.latest('a')).toEqual(latest);
      await expect(store.events.read(run, 0)).rejects.toMatchObject({ code: 'ARCHIVE_AWAY' });
      await ended(store, 'a');
      // The end of what is told needs no archive.
      expect(await store.events.read(run, 122)).toEqual([]);
    });

    it('a run that is undone leaves the state from before, though that was moved', async () => {
      for (let index = 0; index < 4; index++) await ended(db.store, 'a');
      await move(db.store);
      const before = await db.store.states.latest('a');
      const { run, lease } = await claimed(db.store, { conversationId: 'a' });
      await db.store.runs.commit(lease, run.id, { steps: [step(run.id, { said: 'more' }, before)] });
      await db.store.runs.rollBack(lease, run.id);
      await rm(db.archiveDir, { recursive: true });
      const { store } = await db.another();
      expect(await store.states.latest('a')).toEqual(before);
    });

    it('forks from a step that was moved', async () => {
      await ended(db.store, 'a');
      await ended(db.store, 'a');
      const [first] = await db.store.states.list('a');
      const state = await db.store.states.at('a', first?.checkpointId ?? '');
      await move(db.store);
      const from = { conversationId: 'a', checkpointId: first?.checkpointId ?? '' };
      await db.store.states.fork({ tenantId, ownerId: 'ann', from, conversationId: 'b' });
      expect((await db.store.states.latest('b'))?.messages).toEqual(state?.messages);
    });

    it('leaves what is young, at work, or waits', async () => {
      await ended(db.store, 'a');
      expect(await move(db.store, past)).toEqual([]);
      await db.store.runs.accept(newRun({ conversationId: 'a' }));
      expect(await move(db.store)).toEqual([]);
      const { run, lease } = await claim(db.store, 'worker', 'a');
      await db.store.runs.finish(lease, run.id, outcome());
      expect(await move(db.store)).toHaveLength(2);
    });

    it('objects go with their conversation, and steps come back when only the run is removed', async () => {
      const run = await ended(db.store, 'a', 6);
      await ended(db.store, 'a', 12);
      await ended(db.store, 'b');
      const { states } = await told(db.store, 'a');
      await move(db.store);
      await db.store.runs.remove(tenantId, 'a', run);
      await db.store.tend();
      expect(await objectsIn(db.archiveDir)).toHaveLength(2);
      const withoutRun = (all: typeof states) => all.map((state) => state && { ...state, runId: null });
      expect(withoutRun((await told(db.store, 'a')).states)).toEqual(withoutRun(states));
      await db.store.conversations.delete(tenantId, 'a');
      await expect.poll(() => objectsIn(db.archiveDir)).toHaveLength(1);
      expect(await db.store.conversations.purge(future)).toBe(1);
      expect(await objectsIn(db.archiveDir)).toEqual([]);
      const left = statement('SELECT * FROM archives');
      expect(await db.database.all(left, {})).toEqual([]);
    });

    it('a person is exported and erased with what was moved', async () => {
      await plant(db.store, db.database);
      const { run, lease } = await claim(db.store, 'worker');
      await db.store.runs.finish(lease, run.id, outcome({ answer: canary }));
      const exported = () => Array.fromAsync(db.store.people.export(tenantId, userId));
      await db.store.tend();
      const before = await exported();
      await move(db.store);
      const objects = await objectsIn(db.archiveDir);
      // Two of theirs, and one that somebody else was answered.
      expect(objects).toHaveLength(3);
      expect(await exported()).toEqual(before);
      expect(await textOf(objects)).toContain(canary);
      await db.store.people.erase(tenantId, userId);
      const left = await objectsIn(db.archiveDir);
      expect(left).toHaveLength(1);
      expect(await textOf(left)).not.toContain(canary);
    });

    it('an object that was changed is told, one that is lost too', async () => {
      const run = await ended(db.store, 'a');
      await move(db.store);
      const { store } = await db.another();
      const [object = ''] = await objectsIn(db.archiveDir);
      const bytes = await readFile(object);
      const flipped = Buffer.from(bytes);
      flipped[200] = (flipped[200] ?? 0) ^ 1;
      await writeFile(object, flipped);
      await expect(store.events.read(run, 0)).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
      // Sound in itself, and another's.
      await ended(store, 'b');
      await move(store);
      const another = (await objectsIn(db.archiveDir)).find((path) => path !== object) ?? '';
      await writeFile(object, await readFile(another));
      await expect(store.events.read(run, 0)).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
      await rm(object);
      await expect(store.events.read(run, 0)).rejects.toMatchObject({ code: 'ARCHIVE_AWAY' });
      await writeFile(object, bytes);
      expect(await store.events.read(run, 0)).toHaveLength(122);
    });

    it('is moved once by processes that do so at once', async () => {
      for (const id of ['a', 'b', 'c', 'd'])
        for (let index = 0; index < 3; index++) await ended(db.store, id, 1);
      const before = await told(db.store, 'c');
      const { store } = await db.another();
      const moved = (await Promise.all([move(db.store), move(store)])).flat();
      expect(new Set(moved.map(({ runId }) => runId)).size).toBe(12);
      expect(moved).toHaveLength(12);
      expect(await objectsIn(db.archiveDir)).toHaveLength(12);
      expect(await told(db.store, 'c')).toEqual(before);
    });
  });
}

async function textOf(objects: readonly string[]): Promise<string> {
  const bodies = await Promise.all(objects.map((object) => readFile(object)));
  return bodies.map((body) => gunzipSync(body).toString()).join('\n');
}
