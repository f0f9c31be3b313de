import { describe, expect, it } from 'vitest';
import { cadenceIn, temporaryFolder, writeFiles } from './cli.fixture.ts';

describe('cadence person', () => {
  it('export prints what is kept, line by line; erase removes it', async () => {
    const cadence = cadenceIn(writeFiles(temporaryFolder(), { 'ann.json': '{"name": "Ann Canary"}' }));
    await cadence('profile', 'set', 'ann.json', '--user', 'ann');
    await cadence('key', 'create', '--role', 'viewer', '--user', 'ann', '--name', 'Canary’s');
    const { stdout } = await cadence('person', 'export', 'ann');
    const records = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(records).toMatchObject([
      { kind: 'profile', data: { profile: { name: 'Ann Canary' } } },
      { kind: 'key', data: { name: 'Canary’s', role: 'viewer' } },
    ]);
    const elsewhere = await cadence('person', 'erase', 'ann', '--tenant', 'acme', '--json');
    expect(JSON.parse(elsewhere.stdout)).toMatchObject({ profiles: 0 });
    const erased = await cadence('person', 'erase', 'ann');
    expect([erased.code, erased.stdout]).toEqual([0, expect.stringContaining('0 conversations, 1 key.')]);
    expect((await cadence('person', 'export', 'ann')).stdout).toBe('');
  }, 60_000);
});
