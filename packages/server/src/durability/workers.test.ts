// Who works on what: the limit holds under a burst, work goes to who has room, every tenant has its turn.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ModelRequest, type Signals, workTopic } from '@cadence-agents/contracts';
import { createLocalSignals } from '@cadence-agents/engine';
import type { StoreOptions } from '@cadence-agents/storage';
import { sharedPostgres } from '@cadence-agents/storage/testing';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lastUser, openTalk } from './stored.fixture.ts';

const postgres = sharedPostgres();
afterAll(postgres.drop);

const sqlite = async (): Promise<StoreOptions> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadence-workers-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { dataDir };
};
const cases = [
  { name: 'SQLite', database: sqlite },
  { name: 'PostgreSQL', database: async () => ({ databaseUrl: await postgres.freshDatabase() }) },
];
const names = (count: number, prefix = 'c') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const patience = { timeout: 100_000 };

describe.each(cases)('workers on $name', { timeout: 180_000 }, ({ database }) => {
  type Setup = Partial<Parameters<typeof openTalk>[0]> & { storage: StoreOptions };

  /** A worker whose model answers when it is let; tells how many it was asked at once at most. */
  async function openGated(setup: Setup) {
    const gate = Promise.withResolvers<void>();
    const begun: string[] = [];
    let active = 0;
    let most = 0;
    const script = async ({ messages }: ModelRequest) => {
      begun.push(lastUser(messages));
      most = Math.max(most, ++active);
      await gate.promise;
      // Others would begin now if they could.
      await sleep(1);
      active -= 1;
      return 'done';
    };
    const talk = await openTalk({ script, leaseMs: 60_000, ...setup });
    const beats = vi.spyOn(talk.store.workers, 'beat');
    const others = () => beats.mock.settledResults.findLast(({ type }) => type === 'fulfilled')?.value.others;
    const close = async () => {
      gate.resolve();
      await talk.close();
    };
    return { ...talk, begun, close, others, most: () => most, release: gate.resolve };
  }

  const knownToOneAnother = async (
    all: readonly { others: () => number | undefined }[],
    signals = createLocalSignals(),
  ) => {
    // Something happened somewhere: everybody gives a sign of life and hears of the others.
    const ask = () => signals.publish(workTopic, { type: 'work', conversationId: null });
    for (const talk of all) {
      await expect
        .poll(() => {
          ask();
          return talk.others();
        }, patience)
        .toBe((all.length - 1) * 100);
    }
  };

  it('one with room to spare looks for work when there is some, not after each run', async () => {
    const talk = await openTalk({ storage: await database(), script: () => 'done', leaseMs: 60_000 });
    onTestFinished(() => talk.close());
    const claims = vi.spyOn(talk.store.runs, 'claim');
    const first = await talk.send('c', 'one');
    const second = await talk.send('c', 'two');
    for (const { id } of [first, second]) expect(await talk.wait(id)).toMatchObject({ status: 'completed' });
    claims.mockClear();
    const begun = Date.now();
    for (const conversation of names(40)) {
      const { id } = await talk.send(conversation, 'Hello');
      await talk.wait(id);
    }
    // It looks by itself now and then, in case a signal was lost.
    expect(claims.mock.calls.length).toBeLessThan(10 + (Date.now() - begun) / 100);
    expect(claims.mock.calls.filter(([, , wanted]) => wanted?.conversationIds)).toEqual([]);
  });

  it('work on no more at once than they may, however many messages come at once', async () => {
    const storage = await database();
    const talk = await openGated({ storage, concurrency: 2 });
    const runs = await Promise.all(names(40).map((id) => talk.send(id, id)));
    talk.release();
    for (const { id } of runs) expect(await talk.wait(id)).toMatchObject({ status: 'completed' });
    expect(talk.most()).toBeLessThanOrEqual(2);
    await talk.close();
  });

  it('share what one of them is sent', async () => {
    const storage = await database();
    const signals = createLocalSignals();
    // So patient that only what is of its share is taken, however slow the machine is.
    const setup = { storage, signals, patienceMs: 600_000 };
    const here = await openGated(setup);
    const all = [here, await openGated(setup), await openGated(setup)];
    await knownToOneAnother(all, signals);
    await Promise.all(names(60).map((id) => here.send(id, id)));
    const begun = () => all.map((talk) => talk.begun.length);
    await expect.poll(() => begun().reduce((sum, count) => sum + count), patience).toBe(60);
    for (const count of begun()) expect(Math.abs(count - 20)).toBeLessThanOrEqual(5);
    for (const talk of all) await talk.close();
  });

  it('take at once what another has no room for, when they hear of it', async () => {
    const storage = await database();
    const signals = createLocalSignals();
    const full = await openGated({ storage, signals, concurrency: 1 });
    await full.send('first', 'first');
    await expect.poll(() => full.begun, patience).toEqual(['first']);
    const free = await openGated({ storage, signals });
    await full.send('second', 'second');
    await expect.poll(() => free.begun, patience).toEqual(['second']);
    await full.close();
    await free.close();
  });

  it('let every tenant have its turn', async () => {
    const storage = await database();
    const talk = await openGated({ storage, concurrency: 4 });
    const sendAs = (tenantId: string, id: string) => talk.send(id, id, { owner: { tenantId, ownerId: 'o' } });
    await Promise.all(names(50, 'hog').map((id) => sendAs('hog', id)));
    await Promise.all(names(10, 'small').map((id) => sendAs('small', id)));
    talk.release();
    await expect.poll(() => talk.begun.length, patience).toBe(60);
    const last = talk.begun.findLastIndex((id) => id.startsWith('small'));
    // Those that were begun before, and then about as many of one as of the other.
    expect(last).toBeLessThan(4 + 2 * 10 + 8);
    await talk.close();
  });

  it('take up at once what one of them leaves when it stops', async () => {
    const storage = await database();
    const leaving = await openGated({ storage });
    await leaving.send('c', 'c');
    await expect.poll(() => leaving.begun, patience).toEqual(['c']);
    const staying = await openGated({ storage });
    await leaving.drain(0);
    // Long before the lease would have run out.
    await expect.poll(() => staying.begun, patience).toEqual(['c']);
    await leaving.close();
    await staying.close();
  });

  it('go on when no signal is heard', async () => {
    const storage = await database();
    const deaf: Signals = { publish: () => {}, subscribe: () => () => {} };
    const setup = { storage, signals: deaf, leaseMs: 3_000 };
    const all = [await openGated(setup), await openGated(setup)];
    await knownToOneAnother(all);
    await Promise.all(names(20).map((id) => all[0]?.send(id, id)));
    await expect.poll(() => all.reduce((sum, talk) => sum + talk.begun.length, 0), patience).toBe(20);
    for (const talk of all) await talk.close();
  });
});
