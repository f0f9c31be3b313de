import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { newRun, tenantId } from '../conformance/samples.fixture.ts';
import { openStore } from '../open-store.ts';
import { sharedPostgres } from './shared-postgres.fixture.ts';

describe('a store with a replica', () => {
  const postgres = sharedPostgres();
  afterAll(postgres.drop);

  async function opened(databaseUrl: string, replicaUrl?: string) {
    const store = await openStore({ databaseUrl, replicaUrl });
    onTestFinished(() => store.close());
    return store;
  }

  it('reads lists there, and what belongs to one conversation at the server itself', async () => {
    const [databaseUrl, replicaUrl] = [await postgres.freshDatabase(), await postgres.freshDatabase()];
    const follower = await opened(replicaUrl);
    const old = await follower.runs.accept(newRun({ conversationId: 'old' }));
    const store = await opened(databaseUrl, replicaUrl);
    const run = await store.runs.accept(newRun({ conversationId: 'new' }));
    expect((await store.runs.list(tenantId)).items.map(({ id }) => id)).toEqual([old.id]);
    expect((await store.conversations.list(tenantId)).items.map(({ id }) => id)).toEqual(['old']);
    expect((await store.runs.list(tenantId, { conversationId: 'new' })).items.map(({ id }) => id)).toEqual([
      run.id,
    ]);
    expect(await store.runs.get(tenantId, run.id)).toMatchObject({ id: run.id });
    expect(await store.runs.get(tenantId, old.id)).toBeUndefined();
  });

  it('needs no more there than to read', async () => {
    const databaseUrl = await postgres.freshDatabase();
    const run = await (await opened(databaseUrl)).runs.accept(newRun());
    const role = `reader_${randomUUID().replaceAll('-', '')}`;
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'only-for-tests'`);
    await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
    await client.end();
    const replicaUrl = new URL(databaseUrl);
    replicaUrl.username = role;
    const store = await opened(await postgres.freshDatabase(), replicaUrl.href);
    expect((await store.runs.list(tenantId)).items.map(({ id }) => id)).toEqual([run.id]);
    expect((await store.conversations.list(tenantId)).items.map(({ id }) => id)).toEqual([
      run.conversationId,
    ]);
    expect((await store.audit.list(tenantId)).items).toEqual([]);
  });

  it('reads lists at the server itself while the replica is away', async () => {
    const databaseUrl = await postgres.freshDatabase();
    const away = new URL(databaseUrl);
    away.port = '1';
    const store = await opened(databaseUrl, away.href);
    const run = await store.runs.accept(newRun());
    expect((await store.runs.list(tenantId)).items.map(({ id }) => id)).toEqual([run.id]);
  });
});
