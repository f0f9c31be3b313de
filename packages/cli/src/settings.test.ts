import { expect, it } from 'vitest';
import { startCadence, temporaryFolder } from './cli.fixture.ts';

it('keeps a setting that is entered, tells where each comes from, and forgets it', async () => {
  const cwd = temporaryFolder();
  const env = { CADENCE_MAX_TOOL_HOPS: '9' };
  const cadence = (...args: string[]) => startCadence(['settings', ...args], { cwd, env }).finished;
  const told = async (name: string) => {
    const all: { name: string }[] = JSON.parse((await cadence('--json')).stdout);
    return all.find((setting) => setting.name === name);
  };
  expect(await cadence('set', 'CADENCE_MAX_STEPS', '7')).toMatchObject({
    ...{ code: 0, stdout: 'CADENCE_MAX_STEPS is 7 from now on (takes effect: next run).\n' },
  });
  expect(await told('maxSteps')).toMatchObject({ value: 7, source: 'entered', entered: { by: 'local' } });
  expect((await cadence()).stdout).toMatch(/CADENCE_MAX_STEPS +7 +entered .* by local/);
  expect(await cadence('set', 'maxToolHops', '1')).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('CADENCE_MAX_TOOL_HOPS is set by the environment') },
  });
  expect(await cadence('set', 'maxStep', '1')).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('Did you mean "maxSteps"?') },
  });
  expect(await cadence('unset', 'maxSteps')).toMatchObject({ code: 0 });
  expect(await told('maxSteps')).toMatchObject({ value: 15, source: 'default', entered: null });
}, 60_000);
