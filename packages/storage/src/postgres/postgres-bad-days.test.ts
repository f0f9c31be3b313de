import { setTimeout as delay } from 'node:timers/promises';
import type { ClaimedRun, RunStep } from '@cadence-agents/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  claimed,
  finished,
  newRun,
  outcome,
  step,
  tenantId,
  tokens,
} from '../conformance/samples.fixture.ts';
import type { TestDatabase } from '../conformance/test-database.ts';
import { statement } from '../database/statement.ts';
import { type RunStatement, statementChannel } from '../database/statement-channel.ts';
import { migrations } from '../migrations/migrations.ts';
import { openStore, openWithDatabase } from '../open-store.ts';
import { startCuttingProxy } from './cutting-proxy.fixture.ts';
import { type PostgresServer, startPostgres } from './postgres-server.fixture.ts';
import { postgresTestDatabase } from './postgres-test-database.fixture.ts';

const insert = statement<{ id: number }>('INSERT INTO things (id) VALUES ($id)');
const createTable = statement('CREATE TABLE things (id INTEGER PRIMARY KEY)');

describe('PostgreSQL on a bad day', () => {
  let server: PostgresServer;
  let databaseUrl: string;
  let db: TestDatabase;
  beforeAll(async () => {
    // Of its own: it is crashed.
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    databaseUrl = await server.freshDatabase();
    db = postgresTestDatabase(databaseUrl);
  });
  afterEach(() => db.dispose());

  it('a crash and restart of the server loses no acknowledged write and repeats none', async () => {
    const { store } = await db.connect();
    const { store: other } = await db.connect();
    const acknowledged: string[] = [];
    let stop = false;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const conversationId = `c${writer}`;
      while (!stop) {
        const run = await (writer % 2 === 0 ? store : other).runs.accept(newRun({ conversationId }));
        acknowledged.push(run.id);
      }
    });
    for (let round = 0; round < 3; round++) {
      const before = acknowledged.length;
      await vi.waitUntil(() => acknowledged.length >= before + 100, { timeout: 60_000 });
      await server.crash();
      await server.start();
    }
    const before = acknowledged.length;
    await vi.waitUntil(() => acknowledged.length >= before + 50, { timeout: 60_000 });
    stop = true;
    await Promise.all(writers);
    const kept = new Set<string>();
    for (let writer = 0; writer < 8; writer++) {
      const conversationId = `c${writer}`;
      const positions: number[] = [];
      for (let after: string | undefined; ; ) {
        const page = (
          await store.runs.list(tenantId, {
            conversationId,
            limit: 1_000,
            ...(after && { after }),
          })
        ).items;
        for (const run of page) {
          kept.add(run.id);
          positions.unshift(run.position);
        }
        after = page.at(-1)?.id;
        if (after === undefined) break;
      }
      expect(positions).toEqual(positions.map((_, index) => index + 1));
    }
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(kept.size).toBe(acknowledged.length);
  });

  it.each([
    ['before', 2],
    ['after', 1],
  ] as const)(
    'a commit cut off %s the server had it happens once, in %i attempts',
    async (when, attempts) => {
      const proxy = await startCuttingProxy(databaseUrl);
      const { store, database } = await openWithDatabase({ databaseUrl: proxy.url });
      await database.run(createTable, {});
      proxy.cutNext(when);
      let tried = 0;
      const inserted = await database.write((queries) => {
        tried++;
        return queries.run(insert, { id: 1 });
      });
      expect({ inserted, tried }).toEqual({ inserted: 1, tried: attempts });
      expect(await database.all(statement('SELECT id FROM things'), {})).toEqual([{ id: 1 }]);
      await store.close();
      await proxy.close();
    },
  );

  it.each(['before', 'after'] as const)(
    'events of a statement that was cut off %s the server had it are stored once',
    async (when) => {
      const proxy = await startCuttingProxy(databaseUrl);
      const store = await openStore({ databaseUrl: proxy.url });
      const { run, lease } = await claimed(store);
      const events = tokens(run.id, 1, 3);
      proxy.cutNext(when, 'json_to_recordset');
      await store.runs.commit(lease, run.id, { events });
      await store.runs.commit(lease, run.id, { events: tokens(run.id, 4, 1) });
      const read = await store.events.read(run.id, 0);
      expect(read.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
      await store.close();
      await proxy.close();
    },
  );

  it.each(['before', 'after'] as const)(
    'a run whose begin and end were cut off %s the server had them is begun and ended once',
    async (when) => {
      const proxy = await startCuttingProxy(databaseUrl);
      const store = await openStore({ databaseUrl: proxy.url });
      const begun: string[] = [];
      const onClaimed = ({ lease }: ClaimedRun) => begun.push(lease.holder);
      const steps: RunStep[] = [];
      for (const position of [1, 2]) {
        proxy.cutNext(when, 'WITH known AS');
        const sent = newRun({ onBusy: 'reject' });
        const { run, claimed } = await store.runs.acceptAndClaim(sent, 'w', 60_000, { onClaimed });
        expect(run).toMatchObject({ id: sent.id, position, status: 'running', attempt: 1 });
        expect(claimed).toMatchObject({ run, lease: { fence: position } });
        if (!claimed) continue;
        const taken = step(run.id, { said: `${position}` }, await store.states.latest('conversation'));
        steps.push(taken);
        proxy.cutNext(when, 'WITH held AS');
        const commit = { events: tokens(run.id, 1, 3), steps: [taken] };
        const ended = await finished(store, claimed, outcome(), commit);
        expect(ended).toMatchObject({ id: run.id, status: 'completed', hasNext: false });
        expect(await store.events.read(run.id, 0)).toEqual(commit.events);
        expect(await store.states.list('conversation')).toHaveLength(position);
      }
      expect(begun).toEqual(['w', 'w']);
      expect((await store.states.latest('conversation'))?.messages).toEqual(steps.at(-1)?.state.messages);
      await store.close();
      await proxy.close();
    },
  );

  it('says STORE_UNAVAILABLE when the server stays away, and works again when it is back', async () => {
    const store = await openStore({ databaseUrl, waitMs: 500 });
    await server.crash();
    try {
      await expect(store.runs.accept(newRun())).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await expect(store.probe()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await expect(openStore({ databaseUrl, waitMs: 100 })).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining('127.0.0.1'),
        hint: expect.stringContaining('CADENCE_DATABASE_URL'),
      });
    } finally {
      await server.start();
    }
    expect(await store.runs.accept(newRun())).toMatchObject({ position: 1 });
    await store.close();
  });

  it('lets a process that stops wait no longer for a server that is away', async () => {
    const store = await openStore({ databaseUrl, waitMs: 600_000 });
    await server.crash();
    try {
      const waiting = [store.runs.accept(newRun()), store.runs.get(tenantId, 'r')];
      const ended = Promise.allSettled(waiting);
      // The requests have to be waiting by then; nothing shows that they are.
      await delay(300);
      store.stopWaiting();
      for (const each of await ended)
        expect(each).toMatchObject({ status: 'rejected', reason: { code: 'STORE_UNAVAILABLE' } });
    } finally {
      await server.start();
      await store.close();
    }
  });

  it('says what is wrong with the URL without the password', async () => {
    const secret = 's3cret-pass';
    const wrong = databaseUrl.replace(/:[^:@/]+@/, `:${secret}@`);
    const missing = databaseUrl.replace(/\/test_\w+$/, '/missing');
    for (const [url, expected] of [
      [wrong, { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('refused the login') }],
      [missing, { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('no database of this name') }],
      [`mysql://u:${secret}@host/db`, { code: 'SETTING_INVALID' }],
      [`postgres://u:${secret}@[bad/db`, { code: 'SETTING_INVALID' }],
    ] as const) {
      const error: unknown = await openStore({ databaseUrl: url }).then(
        () => 'opened',
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject(expected);
      const { message, hint, stack, cause } = Object(error);
      expect(`${message} ${hint} ${stack} ${cause} ${JSON.stringify(cause)}`).not.toContain(secret);
    }
  });

  it('says STORE_NEWER when a newer program has changed the schema', async () => {
    const { store, database } = await db.connect();
    await database.run(statement("INSERT INTO cadence_schema VALUES (9999, 'of the future', 0)"), {});
    await database.run(statement("INSERT INTO cadence_contracts VALUES (9999, 9998, '99.0')"), {});
    await store.close();
    await expect(db.connect()).rejects.toMatchObject({
      code: 'STORE_NEWER',
      details: { found: 9999, known: expect.any(Number) },
    });
  });

  it('says STORE_UNWRITABLE when the user may only read', async () => {
    const { store, database } = await db.connect();
    await store.close();
    expect(database.dialect).toBe('postgres');
    const readOnly = `${databaseUrl}?options=-c%20default_transaction_read_only%3Don`;
    await expect(openStore({ databaseUrl: readOnly })).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' });
  });

  it('is migrated once when processes start together', async () => {
    const applied: string[] = [];
    const listen = (message: unknown) => {
      const { text, values } = message as RunStatement;
      if (text.startsWith('INSERT INTO cadence_schema')) applied.push(values.join(' '));
    };
    statementChannel.subscribe(listen);
    onTestFinished(() => void statementChannel.unsubscribe(listen));
    const opened = await Promise.all([1, 2, 3, 4].map(() => openStore({ databaseUrl })));
    expect(applied).toEqual(migrations.map(({ version, name }) => `${version} ${name}`));
    await Promise.all(opened.map((store) => store.probe()));
    await Promise.all(opened.map((store) => store.close()));
  });

  it('outlives the loss of its idle connections', async () => {
    const { store } = await db.connect();
    const { database: other } = await db.connect();
    await store.probe();
    await other.all(
      statement(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
      ),
      {},
    );
    await store.probe();
    expect(await store.runs.accept(newRun())).toMatchObject({ position: 1 });
  });
});
