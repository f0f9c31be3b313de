import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPostgres } from '@cadence-agents/storage/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cadenceIn, serving, temporaryFolder } from './cli.fixture.ts';

const hold = {
  name: 'Hold',
  entrypointNodeId: 'hold',
  nodes: [{ id: 'hold', workflowId: 'hold', nodeType: 'HUMAN_HANDOFF' as const, nodeName: 'person' }],
  edges: [],
};

/** Overwrites every page but the first, as a disk that has lost its mind. */
function damage(file: string): void {
  const content = readFileSync(file);
  content.fill(0xaa, 1024);
  writeFileSync(file, content);
}

describe('cadence db', () => {
  it('backup of a server at work is put back after a disaster with its branches, and what waited goes on', async () => {
    const folder = temporaryFolder();
    const cadence = cadenceIn(folder);
    const file = join(folder, '.cadence/cadence.db');
    const before = await serving(folder);
    await before.client.putWorkflow({ params: { id: 'hold' }, query: {}, body: hold });
    const asked = await before.client.sendMessage({
      params: { id: 'c' },
      body: { message: 'May I?', workflowId: 'hold' },
    });
    expect(asked).toMatchObject({ status: 'awaiting_human' });
    const params = { id: 'branched' };
    const first = await before.client.sendMessage({ params, body: { message: 'What is 2 + 3?' } });
    await before.client.askInstead({ params: { id: first.id }, body: { message: 'What is 4 * 5?' } });
    const said = async ({ client }: Pick<typeof before, 'client'>) => {
      const { items } = await client.listMessages({ params, query: {} });
      return items.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    };
    await expect.poll(() => said(before)).toEqual(['What is 4 * 5?']);
    await expect
      .poll(async () => (await before.client.listRuns({ query: { conversationId: 'branched' } })).items)
      .toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
    const branches = await before.client.listBranches({ params });

    const made = await cadence('db', 'backup', 'kept/copy.db', '--json');
    expect(JSON.parse(made.stdout)).toEqual({
      file: 'kept/copy.db',
      bytes: statSync(join(folder, 'kept/copy.db')).size,
    });
    expect((statSync(join(folder, 'kept/copy.db')).mode & 0o777).toString(8)).toBe('600');
    expect(readdirSync(join(folder, 'kept'))).toEqual(['copy.db']);
    const again = await cadence('db', 'backup', 'kept/copy.db');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already')]);
    const busy = await cadence('db', 'restore', 'kept/copy.db');
    expect([busy.code, busy.stderr]).toEqual([3, expect.stringContaining('Stop the servers')]);

    before.child.kill('SIGKILL');
    await once(before.child, 'exit');
    await cadence('db', 'check');
    damage(file);
    const found = await cadence('db', 'check', '--json');
    expect(found.code).toBe(1);
    expect(JSON.parse(found.stdout)).toMatchObject({
      ok: false,
      kind: 'sqlite',
      problems: [expect.any(String)],
    });
    await expect(serving(folder)).rejects.toThrow(/is damaged.*\n.*db restore/);

    const restored = JSON.parse((await cadence('db', 'restore', 'kept/copy.db', '--json')).stdout);
    expect(existsSync(join(folder, restored.replaced))).toBe(true);
    expect(JSON.parse((await cadence('db', 'check', '--json')).stdout)).toMatchObject({
      ok: true,
      problems: [],
    });
    const after = await serving(folder);
    const { items } = await after.client.listHandoffs({ query: {} });
    const [handoff] = items;
    expect(handoff).toMatchObject({ runId: asked.id, status: 'waiting' });
    expect(await after.client.listBranches({ params })).toEqual(branches);
    await after.client.showBranch({ params, body: { runId: first.id } });
    expect(await said(after)).toEqual(['What is 2 + 3?']);
    await after.client.answerHandoff({ params: { id: handoff?.id ?? '' }, body: { text: 'You may.' } });
    await expect
      .poll(async () => (await after.client.getRun({ params: { id: asked.id } })).status)
      .toBe('completed');
  }, 120_000);

  it('check says that all is well, and makes no database where there is none', async () => {
    const folder = temporaryFolder();
    const cadence = cadenceIn(folder);
    const none = await cadence('db', 'check');
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no database')]);
    expect(existsSync(join(folder, '.cadence'))).toBe(false);
    await cadence('key', 'list');
    const { code, stdout } = await cadence('db', 'check');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/is whole; schema \d+\.\n$/)]);
  });

  it('restore refuses what is no copy of a database', async () => {
    const folder = temporaryFolder();
    const cadence = cadenceIn(folder);
    writeFileSync(join(folder, 'letter.txt'), 'Dear all,\n'.repeat(500));
    const letter = await cadence('db', 'restore', 'letter.txt');
    expect([letter.code, letter.stderr]).toEqual([3, expect.stringContaining('letter.txt')]);
    const missing = await cadence('db', 'restore', 'missing.db');
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('db backup')]);
  });

  it('names the tools of PostgreSQL where that is the database', async () => {
    const postgres = sharedPostgres();
    onTestFinished(postgres.drop);
    const cadence = cadenceIn(temporaryFolder(), { CADENCE_DATABASE_URL: await postgres.freshDatabase() });
    await cadence('key', 'list');
    expect((await cadence('db', 'backup', 'copy.db')).stderr).toContain('pg_dump');
    expect((await cadence('db', 'restore', 'copy.db')).stderr).toContain('pg_restore');
    expect((await cadence('db', 'check')).stdout).toContain('pg_amcheck');
    expect((await cadence('db', 'shrink')).stdout).toContain('VACUUM FULL');
  }, 60_000);

  it('shrink gives back what was removed, while a server is at work', async () => {
    const folder = temporaryFolder();
    const cadence = cadenceIn(folder);
    const { client, child } = await serving(folder);
    await client.putWorkflow({ params: { id: 'hold' }, query: {}, body: hold });
    const message = 'x'.repeat(500_000);
    for (const id of ['a', 'b'])
      await client.sendMessage({ params: { id }, body: { message, workflowId: 'hold' } });
    await client.deleteConversation({ params: { id: 'a' } });
    const report = JSON.parse((await cadence('db', 'shrink', '--json')).stdout);
    expect(report).toMatchObject({ kind: 'sqlite', problems: [] });
    expect(report.freeBefore).toBeGreaterThan(400_000);
    expect(report.bytesBefore - report.bytesAfter).toBeGreaterThan(400_000);
    await client.sendMessage({
      params: { id: 'b' },
      body: { message: 'Still there?', workflowId: 'hold', onBusy: 'interrupt' },
    });
    expect((await client.listMessages({ params: { id: 'b' }, query: {} })).items.length).toBeGreaterThan(1);
    expect((await cadence('db', 'shrink')).stdout).toMatch(/MB before, .* MB now/);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await cadence('db', 'check')).code).toBe(0);
  });
});
