import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { s3Keys, startS3 } from '@cadence-agents/storage/testing';
import { expect, it, onTestFinished } from 'vitest';
import { cadenceIn, serving, temporaryFolder } from './cli.fixture.ts';

/** All that the API tells of a run. */
async function told(url: string, runId: string): Promise<unknown[]> {
  const read = async (path: string) => {
    const response = await fetch(`${url}/api/v1/runs/${runId}${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.text();
  };
  const steps: { checkpointId: string }[] = JSON.parse(await read('/steps')).items;
  const states = await Promise.all(steps.map(({ checkpointId }) => read(`/steps/${checkpointId}`)));
  return [await read(''), await read('/events'), steps, states, await read('/recording')];
}

it('is told by a server as before when a run was moved to S3, and goes with its conversation', async () => {
  const s3 = await startS3('bucket');
  onTestFinished(() => s3.stop());
  const cwd = temporaryFolder();
  const env = {
    CADENCE_ARCHIVE_URL: 's3://bucket/cadence',
    AWS_ACCESS_KEY_ID: s3Keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    AWS_REGION: s3Keys.region,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
  };
  const { url, client } = await serving(cwd, env);
  const ask = (message: string) => client.sendMessage({ params: { id: 'talk' }, body: { message } });
  const run = await ask('What is 15 * 23?');
  await ask('And 7 * 6?');
  const before = await told(url, run.id);
  const cadence = cadenceIn(cwd, env);
  const dry = await cadence('archive', '--before', '0d', '--dry-run', '--json');
  expect(JSON.parse(dry.stdout)).toMatchObject({ due: 2, to: 's3://bucket/cadence' });
  expect(s3.objects.size).toBe(0);
  const moved = await cadence('archive', '--before', '0d', '--json');
  expect(JSON.parse(moved.stdout)).toMatchObject({ runs: 2 });
  expect(s3.objects.size).toBe(2);
  expect(await told(url, run.id)).toEqual(before);
  expect(await ask('And 2 + 2?')).toMatchObject({ status: 'completed' });
  await client.deleteConversation({ params: { id: 'talk' } });
  await expect.poll(() => s3.objects.size).toBe(0);
}, 120_000);

it('moves to a folder, and says where the archive has to be when it is not there', async () => {
  const cwd = temporaryFolder();
  const cadence = cadenceIn(cwd);
  const { id } = JSON.parse((await cadence('ask', '--json', 'What is 15 * 23?')).stdout);
  const nowhere = await cadence('archive', '--before', '0d');
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('CADENCE_ARCHIVE_URL')]);
  const ageless = await cadence('archive', '--to', 'old');
  expect([ageless.code, ageless.stderr]).toEqual([1, expect.stringContaining('--before 90d')]);
  const moved = await cadence('archive', '--before', '0d', '--to', 'old');
  expect(moved.stdout).toMatch(/^1 run moved to old .*\nServers find them with CADENCE_ARCHIVE_URL=old\n$/);
  const files = await readdir(join(cwd, 'old'), { recursive: true });
  expect(files.filter((name) => name.endsWith('.jsonl.gz'))).toHaveLength(1);
  const without = await cadence('run', 'show', id);
  expect([without.code, without.stderr]).toEqual([3, expect.stringContaining('CADENCE_ARCHIVE_URL')]);
  const found = await cadenceIn(cwd, { CADENCE_ARCHIVE_URL: 'old' })('run', 'show', id);
  expect([found.code, found.stdout]).toEqual([0, expect.stringContaining('345')]);
}, 120_000);
