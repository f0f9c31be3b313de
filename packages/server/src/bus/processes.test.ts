// Processes that share a database, each with signals of its own, as they are joined by `openCadence`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localOwner, type ModelRequest, type RunEvent, type Signals } from '@cadence-agents/contracts';
import { silentLog } from '@cadence-agents/engine';
import type { StoreOptions } from '@cadence-agents/storage';
import { noPgBouncer, type PgBouncer, sharedPostgres, startPgBouncer } from '@cadence-agents/storage/testing';
import { hang, leftOut, lossySignals, noRedis, type RedisServer, startRedis } from '@cadence-agents/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { lastUser, openTalk } from '../durability/stored.fixture.ts';
import { openSignals } from './open-signals.ts';

const { tenantId } = localOwner;
const postgres = sharedPostgres();
let bouncer: PgBouncer | undefined;
let redis: RedisServer | undefined;
beforeAll(async () => {
  if (!noPgBouncer) bouncer = await startPgBouncer(await postgres.freshDatabase());
  if (!noRedis) redis = await startRedis();
});
afterAll(async () => {
  await redis?.stop();
  await bouncer?.stop();
  await postgres.drop();
});

const echo = ({ messages }: ModelRequest) => `You said ${lastUser(messages)}.`;

async function lastOf(events: AsyncIterable<RunEvent>): Promise<RunEvent | undefined> {
  let last: RunEvent | undefined;
  for await (const event of events) last = event;
  return last;
}

interface Way {
  name: string;
  database: 'SQLite' | 'PostgreSQL';
  bus: boolean;
  /** Through PgBouncer, in transaction mode. */
  pooled?: boolean;
}

const allWays: Way[] = [
  { name: 'by way of PostgreSQL', database: 'PostgreSQL', bus: false },
  { name: 'by way of Redis, on PostgreSQL', database: 'PostgreSQL', bus: true },
  { name: 'by way of PostgreSQL, behind PgBouncer', database: 'PostgreSQL', bus: false, pooled: true },
  { name: 'by way of Redis, on SQLite', database: 'SQLite', bus: true },
  { name: 'by way of their folder, on SQLite', database: 'SQLite', bus: false },
];
const ways = allWays.filter(
  ({ bus, pooled }) => !(bus && leftOut(noRedis)) && !(pooled && leftOut(noPgBouncer)),
);

/** A database, and signals for as many processes as there are to be. */
async function deployment({ database, bus, pooled }: Way) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadence-processes-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const direct = database === 'PostgreSQL' ? await postgres.freshDatabase() : null;
  const databaseUrl = direct && pooled ? (bouncer?.urlOf(direct) ?? null) : direct;
  const storage: StoreOptions = databaseUrl === null ? { dataDir } : { databaseUrl };
  const places = {
    databaseUrl,
    dataDir,
    databaseListenUrl: pooled ? direct : null,
    busUrl: bus ? (redis?.url ?? null) : null,
  };
  const signals = async () => {
    const opened = await openSignals({ ...places, busPrefix: `${dataDir}:` }, silentLog);
    onTestFinished(() => opened.close());
    return opened;
  };
  return { storage, signals };
}

describe.each(ways)('processes that talk $name', (way) => {
  it('carry out, follow and cancel what another accepted, at once', async () => {
    const { storage, signals } = await deployment(way);
    const script = (request: ModelRequest) => (lastUser(request.messages) === 'hang' ? hang : echo(request));
    // None of them would look by itself for minutes.
    const far = { storage, leaseMs: 600_000, script };
    const accepting = await openTalk({ ...far, signals: await signals(), worker: false });
    const carrying = await openTalk({ ...far, signals: await signals() });
    const run = await accepting.send('c', 'hello');
    const heard: RunEvent[] = [];
    for await (const event of accepting.follow(run.id, { pollMs: 600_000 })) heard.push(event);
    expect(heard.at(-1)).toMatchObject({ data: { status: 'completed', answer: 'You said hello.' } });
    expect(heard).toEqual(await carrying.store.events.read(run.id, 0, 1_000));
    expect(accepting.model.requests).toEqual([]);

    const endless = await accepting.send('c', 'hang');
    await expect.poll(() => carrying.model.requests.length).toBe(2);
    const ended = lastOf(accepting.follow(endless.id, { pollMs: 600_000 }));
    await accepting.cancel(endless.id);
    expect(await ended).toMatchObject({ type: 'on_run_end', data: { status: 'cancelled' } });
    await accepting.close();
    await carrying.close();
  });

  it('lose nothing but time when half of the signals are lost', async () => {
    const { storage, signals } = await deployment(way);
    const lossy: (Signals & { dropped(): number })[] = [];
    const open = async (seed: number, worker: boolean) => {
      const own = lossySignals(await signals(), { seed });
      lossy.push(own);
      return openTalk({ storage, leaseMs: 1_000, script: slowly, signals: own, worker });
    };
    const slowly = async (request: ModelRequest) => {
      // A model that takes its time.
      await sleep(5);
      return echo(request);
    };
    const talks = [await open(1, true), await open(2, true), await open(3, false)] as const;
    const sent = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const talk = talks[index % 3] ?? talks[0];
        const reader = talks[(index + 1) % 3] ?? talks[0];
        const { id } = await talk.send(`c${index % 8}`, `m${index}`);
        const heard: RunEvent[] = [];
        for await (const event of reader.follow(id, { pollMs: 50 })) heard.push(event);
        return { id, index, heard };
      }),
    );
    for (const { id, index, heard } of sent) {
      expect(heard).toEqual(await talks[0].store.events.read(id, 0, 1_000));
      expect(await talks[0].store.runs.get(tenantId, id)).toMatchObject({ answer: `You said m${index}.` });
    }
    expect(lossy.reduce((sum, each) => sum + each.dropped(), 0)).toBeGreaterThan(10);
    await Promise.all(talks.map((talk) => talk.close()));
  });
});

describe.skipIf(leftOut(noPgBouncer))(
  'processes behind PgBouncer that have no address of the server itself',
  () => {
    it('say so once, and carry out 30 messages of one another all the same', async () => {
      const databaseUrl = bouncer?.urlOf(await postgres.freshDatabase()) ?? null;
      const storage = { databaseUrl: databaseUrl ?? '' };
      const warned: string[] = [];
      const log = { ...silentLog, warn: (message: string) => warned.push(message) };
      const open = async (worker: boolean) => {
        const places = { databaseUrl, databaseListenUrl: null, busUrl: null, busPrefix: '', dataDir: '' };
        const signals = await openSignals(places, log);
        onTestFinished(() => signals.close());
        return openTalk({ storage, script: echo, signals, worker });
      };
      const accepting = await open(false);
      const carrying = await open(true);
      const runs = await Promise.all(
        Array.from({ length: 30 }, (_, index) => accepting.send(`c${index}`, `m${index}`)),
      );
      for (const [index, { id }] of runs.entries())
        expect(await accepting.wait(id)).toMatchObject({
          status: 'completed',
          answer: `You said m${index}.`,
        });
      expect(warned).toEqual(Array(2).fill(expect.stringContaining('CADENCE_DATABASE_LISTEN_URL')));
      await accepting.close();
      await carrying.close();
    });
  },
);
