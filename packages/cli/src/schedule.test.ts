import { expect, it } from 'vitest';
import { cadenceIn, temporaryFolder } from './cli.fixture.ts';

it('makes, lists, pauses, resumes and removes a schedule', async () => {
  const cadence = cadenceIn(temporaryFolder());
  const made = await cadence('schedule', 'create', '0 8 * * *', 'Good morning', '-z', 'Asia/Tokyo', '--json');
  expect(made).toMatchObject({ code: 0 });
  const { id, nextAt } = JSON.parse(made.stdout);
  expect(nextAt).toMatch(/T23:00:00.000Z$/);
  expect((await cadence('schedule', 'list')).stdout).toMatch(
    new RegExp(`^${id}  0 8 \\* \\* \\*  Asia/Tokyo  \\S+ \\S+  coordinator  Good morning\n$`),
  );
  expect(await cadence('schedule', 'pause', id)).toMatchObject({ code: 0, stdout: 'It is paused.\n' });
  expect((await cadence('schedule', 'list')).stdout).toContain('paused');
  expect((await cadence('schedule', 'resume', id)).stdout).toContain('Due next at');
  expect(await cadence('schedule', 'delete', id)).toMatchObject({ code: 0 });
  expect(await cadence('schedule', 'delete', id)).toMatchObject({ code: 1 });
}, 60_000);

it('refuses an expression that is none, and one that is never due', async () => {
  const cadence = cadenceIn(temporaryFolder());
  for (const cron of ['every day', '0 0 30 2 *']) {
    const refused = await cadence('schedule', 'create', cron, 'Hello');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('cron');
  }
});
