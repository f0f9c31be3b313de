import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from './server.fixture.ts';

describe('backups', () => {
  it('are made while the server works, listed, fetched byte by byte, told in the state, and removed', async () => {
    const { client, dataDir } = await startServer();
    await client.sendMessage({ params: { id: 'c' }, body: { message: 'What is 2 + 2?' } });
    expect(await client.listBackups()).toEqual({ items: [], elsewhere: null });
    const made = await client.createBackup();
    expect(made.name).toMatch(/^cadence-\d{8}T\d{9}Z\.db$/);
    expect((await client.listBackups()).items).toEqual([made]);
    expect((await client.getDeployment()).lastBackupAt).toBe(made.createdAt);
    const bytes = Buffer.from(await (await client.fetchBackup(made.name)).arrayBuffer());
    expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3');
    expect(bytes.equals(await readFile(join(dataDir, 'backups', made.name)))).toBe(true);
    await client.deleteBackup({ params: { name: made.name } });
    expect((await client.listBackups()).items).toEqual([]);
  });

  it('leave what else lies in the folder, or out of it, alone', async () => {
    const { client, dataDir } = await startServer();
    await client.createBackup();
    await writeFile(join(dataDir, 'backups', 'notes.db'), 'mine');
    for (const name of ['notes.db', '../cadence.db', '..%2Fcadence.db']) {
      await expect(client.deleteBackup({ params: { name } })).rejects.toMatchObject({ status: 404 });
      await expect(client.downloadBackup({ params: { name } })).rejects.toMatchObject({ status: 404 });
    }
    expect((await client.listBackups()).items).toHaveLength(1);
  });
});

describe('retention', () => {
  it('tells what would go, and removes it when asked to', async () => {
    // A moment, so that what was just said is too old.
    const { client, cadence } = await startServer({ CADENCE_RETENTION_DAYS: '0.00000001' });
    await client.sendMessage({ params: { id: 'c' }, body: { message: 'What is 2 + 2?' } });
    const due = () => client.getRetention().then((told) => told.due.conversations);
    await expect.poll(due).toBe(1);
    expect(await client.sweepNow()).toEqual({ removed: 1, archived: 0 });
    expect(await due()).toBe(0);
    expect(await cadence.store.conversations.get('local', 'c')).toBeUndefined();
  });
});

describe('safety', () => {
  const rules = { blockedPatterns: ['forbidden \\w+'], secretPatterns: ['CASE-\\d+'], maxInputChars: 60 };

  it('tells the rules in force and what they do to a text', async () => {
    const { client } = await startServer({ CADENCE_SAFETY: JSON.stringify(rules) });
    expect(await client.getSafety()).toEqual({ ...rules, policy: null, toolsByRole: null });
    const told = await client.trySafety({ body: { text: 'A FORBIDDEN word on CASE-17.' } });
    expect(told).toMatchObject({
      refused: true,
      isTooLong: false,
      masked: 'A FORBIDDEN word on [redacted].',
    });
    expect(told.patterns.map(({ matches }) => matches)).toEqual([true, true]);
    expect(await client.trySafety({ body: { text: 'x'.repeat(61) } })).toMatchObject({
      refused: true,
      isTooLong: true,
    });
  });

  it('tries others in their place, says why one cannot be used, and is not held up by any', async () => {
    const { client } = await startServer({ CADENCE_SAFETY: JSON.stringify(rules) });
    const body = {
      text: `${'a'.repeat(50_000)}! CASE-1`,
      blockedPatterns: ['(a+)+$', '(?=x)'],
      secretPatterns: ['a{3}'],
    };
    const told = await client.trySafety({ body });
    expect(told.patterns).toMatchObject([
      { pattern: '(a+)+$', matches: false, problem: null },
      { pattern: '(?=x)', matches: false, problem: expect.stringContaining('look-around') },
      { pattern: 'a{3}', kind: 'secret', matches: true },
    ]);
    expect(told.masked).toContain('CASE-1');
  });
});
