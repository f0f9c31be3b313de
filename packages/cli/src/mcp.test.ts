import { freePort } from '@cadence-agents/testkit';
import { expect, it } from 'vitest';
import { startCadence, temporaryFolder } from './cli.fixture.ts';

it('enters a server, says why it fails, lists it and forgets it', async () => {
  const cwd = temporaryFolder();
  const cadence = (args: string[], input = '') => startCadence(['mcp', ...args], { cwd, input }).finished;
  const url = `http://127.0.0.1:${await freePort()}/mcp`;
  const before = await cadence(['test', 'desk', '--url', url]);
  expect(before).toMatchObject({ code: 1, stderr: expect.stringContaining('it is not public') });
  expect(await cadence(['list', '--json'])).toMatchObject({ code: 0, stdout: '[]\n' });
  const added = await cadence(['add', 'desk', '--url', url, '--header', 'x-token: of-nobody']);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('desk is entered.') });
  const tested = await cadence(['test', 'desk']);
  expect(tested).toMatchObject({ code: 1, stderr: expect.stringContaining('desk: ') });
  expect(tested.stderr).toContain('may not be called: it is not public');
  const listed = await cadence(['list', '--json']);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'desk', source: 'entered', status: 'failed' }]);
  expect(listed.stdout).not.toContain('of-nobody');
  expect(await cadence(['remove', 'desk'])).toMatchObject({ code: 0 });
  expect(await cadence(['remove', 'desk'])).toMatchObject({ code: 1 });
  expect(await cadence(['test', 'desk'])).toMatchObject({ code: 1 });
}, 60_000);

it('takes no command unless the settings say so, and nothing that is no entry', async () => {
  const cwd = temporaryFolder();
  const cadence = (args: string[], input = '') => startCadence(['mcp', ...args], { cwd, input }).finished;
  const command = await cadence(['add', 'desk', '--', 'node', '-e', '0']);
  expect(command).toMatchObject({ code: 1, stderr: expect.stringContaining('CADENCE_MCP_COMMANDS=true') });
  for (const input of ['no json', '{"url": "ftp://x"}'])
    expect(await cadence(['add', 'desk'], input)).toMatchObject({ code: 1 });
});
