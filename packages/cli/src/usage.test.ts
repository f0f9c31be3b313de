import { expect, it } from 'vitest';
import { cadence, temporaryFolder } from './cli.fixture.ts';

it('cadence usage tells what was used, by day or hour, for each of what is asked for', async () => {
  const cwd = temporaryFolder();
  const usage = (...args: string[]) => cadence(['usage', ...args], { cwd });
  expect((await usage()).stdout).toContain('Nothing was used in that time.');
  await cadence(['ask', 'What is 15 * 23?'], { cwd });
  await cadence(['ask', 'Hello', '--workflow', 'assistant'], { cwd });

  const day = '\\d{4}-\\d\\d-\\d\\d';
  const { code, stdout } = await usage('--by', 'workflow');
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^time +workflow +runs +failed +tokens in +out +dollars +p95 ms$/);
  expect(lines.slice(1).toSorted()).toEqual([
    expect.stringMatching(new RegExp(`^${day} +assistant +1 +0 +\\d+ +\\d+ `)),
    expect.stringMatching(new RegExp(`^${day} +coordinator +1 +0 +\\d+ +\\d+ `)),
  ]);
  const hours: { runs: number; group: string | null }[] = JSON.parse(
    (await usage('--hourly', '--json')).stdout,
  );
  expect(hours.reduce((sum, { runs }) => sum + runs, 0)).toBe(2);
  expect(hours.every(({ group }) => group === null)).toBe(true);
  expect((await usage('--since', '2999-01-01')).stdout).toContain('Nothing was used');

  expect(await usage('--by', 'modle')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean "model"?'),
  });
  expect(await usage('--since', 'soon')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"soon" is no time for --since.'),
  });
});
