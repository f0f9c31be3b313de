import { describe, expect, it } from 'vitest';
import { cadence, temporaryFolder, writeFiles } from './cli.fixture.ts';

describe('cadence profile', () => {
  it('keeps what a file has, for one user', async () => {
    const cwd = writeFiles(temporaryFolder(), { 'ann.json': '{"name":"Ann","roles":["staff"]}' });
    const set = await cadence(['profile', 'set', 'ann.json', '--user', 'ann'], { cwd });
    expect(set.code).toBe(0);
    const kept = { name: 'Ann', roles: ['staff'], preferences: {} };
    expect(JSON.parse((await cadence(['profile', 'show', '-u', 'ann'], { cwd })).stdout)).toEqual(kept);
    const other = await cadence(['profile', 'show'], { cwd });
    expect(JSON.parse(other.stdout)).toEqual({ roles: [], preferences: {} });
  });

  it('says what is wrong with a file', async () => {
    const cwd = writeFiles(temporaryFolder(), { 'bad.json': '{"roles":"staff"}' });
    const { code, stderr } = await cadence(['profile', 'set', 'bad.json'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('$.roles');
  });

  it('has the tools of a plan follow the roles', async () => {
    const cwd = writeFiles(temporaryFolder(), {
      'me.json': '{"roles":["reader"]}',
      'cadence.config.ts': 'export default { safety: { toolsByRole: { reader: ["search"] } } };',
    });
    await cadence(['profile', 'set', 'me.json'], { cwd });
    const { stderr, stdout } = await cadence(['ask', '-w', 'plan-verify', 'What is 15 * 23?'], { cwd });
    expect(stderr).not.toContain('calculate');
    expect(stdout).not.toContain('345');
  });
});
