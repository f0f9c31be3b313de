import { once } from 'node:events';
import { expect, it } from 'vitest';
import { cadenceIn, serving, temporaryFolder } from './cli.fixture.ts';

it('cadence status tells of the processes on the database, and what is wrong once they are gone', async () => {
  const folder = temporaryFolder();
  const cadence = cadenceIn(folder);
  const { child } = await serving(folder);
  const told = await cadence('status');
  expect(told.code).toBe(0);
  expect(told.stdout).toMatch(new RegExp(`${child.pid} on .*: serves, works on 0 of \\d+; .*; alive`));
  expect(told.stdout).toMatch(/Queue: 0 runs\nDatabase: SQLite, .* MB, schema \d+\nDisk: /);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const after = await cadence('status', '--json');
  expect(after.code).toBe(1);
  expect(JSON.parse(after.stdout)).toMatchObject({
    processes: [{ pid: child.pid, state: 'gone' }],
    findings: [{ name: 'workers' }, { name: `process ${child.pid} on ${hostOf(after.stdout)}` }],
  });
});

const hostOf = (json: string): string => JSON.parse(json).processes[0].host;
