// Which commands carry out runs: only those that a person asked to.
import { join } from 'node:path';
import { localOwner, type RunRecord, type Store } from '@cadence-agents/contracts';
import { openStorage } from '@cadence-agents/server';
import { readSettings } from '@cadence-agents/server/settings';
import { beforeAll, describe, expect, it } from 'vitest';
import { cadenceIn, temporaryFolder, writeFiles } from './cli.fixture.ts';

const twoNChat = join(import.meta.dirname, '../../../workflows/2nChat.json');

async function inStore<T>(cwd: string, work: (store: Store) => Promise<T>) {
  const { settings } = await readSettings(cwd, { CADENCE_DATA_DIR: join(cwd, '.cadence') });
  const store = await openStorage(settings);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A message that was accepted by a process that has gone since. */
const queue = (cwd: string, id: string, conversationId: string) =>
  inStore(cwd, (store) =>
    store.runs.accept({
      ...{ ...localOwner, id, conversationId, workflowId: 'coordinator', workflowVersion: null },
      ...{ input: 'What is 2 + 2?', tone: 'natural', onBusy: 'enqueue' },
    }),
  );

const statuses = async (cwd: string): Promise<Record<string, RunRecord['status']>> => {
  const { items } = await inStore(cwd, (store) => store.runs.list(localOwner.tenantId, { limit: 50 }));
  return Object.fromEntries(items.map(({ id, status }) => [id, status]));
};

describe('a queued run', () => {
  const folder = temporaryFolder();
  const run = cadenceIn(folder);
  // A conversation may have any name.
  const queued = { 'queued-in-c': 'c', 'queued-in-none': 'none', 'queued-in-doctor': 'doctor' };
  const allQueued = Object.fromEntries(Object.keys(queued).map((id) => [id, 'queued']));
  beforeAll(async () => {
    writeFiles(folder, { 'profile.json': '{"name": "Ada"}' });
    for (const [id, conversation] of Object.entries(queued)) await queue(folder, id, conversation);
  });

  it.each([
    ['workflow', 'list'],
    ['workflow', 'check', 'coordinator'],
    ['workflow', 'draw', 'coordinator'],
    ['workflow', 'pull', 'assistant'],
    ['workflow', 'push', twoNChat],
    ['workflow', 'versions', '2nChat'],
    ['workflow', 'delete', '2nChat'],
    ['run', 'list'],
    ['run', 'show', 'queued-in-none'],
    ['key', 'create', '--role', 'viewer'],
    ['key', 'list'],
    ['plugin', 'list'],
    ['profile', 'set', 'profile.json'],
    ['profile', 'show'],
    ['doctor'],
  ])('stays queued through cadence %s %s', async (...args) => {
    expect(await run(...args)).toMatchObject({ code: 0 });
    expect(await statuses(folder)).toEqual(allQueued);
  });
});

describe('a queued run of another conversation', () => {
  it('stays queued while a person asks or resumes', async () => {
    const folder = temporaryFolder();
    const run = cadenceIn(folder);
    await queue(folder, 'of-another', 'another');
    await queue(folder, 'to-resume', 'resumed');
    expect(await run('ask', 'What is 1 + 1?')).toMatchObject({ code: 0 });
    expect(await run('run', 'resume', 'to-resume')).toMatchObject({ code: 1 });
    expect(await statuses(folder)).toMatchObject({ 'of-another': 'queued', 'to-resume': 'failed' });
  });
});
