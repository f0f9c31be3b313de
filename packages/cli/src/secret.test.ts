import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCadence, temporaryFolder } from './cli.fixture.ts';

it('keeps a secret that is piped in, uses it, lists its name alone, and forgets it', async () => {
  const cwd = temporaryFolder();
  const cadence = (args: string[], input = '') => startCadence(args, { cwd, input }).finished;
  const doctor = async () => (await cadence(['doctor'])).stdout;
  const value = 'sk-0123456789abcdefghij';
  const kept = await cadence(['secret', 'set', 'OPENAI_API_KEY'], `${value}\n`);
  expect(kept).toMatchObject({ code: 0 });
  expect(kept.stdout + kept.stderr).not.toContain(value);
  const listed = await cadence(['secret', 'list']);
  expect(listed.stdout).toMatch(/^OPENAI_API_KEY /);
  expect(listed.stdout).not.toContain(value);
  expect(readFileSync(join(cwd, '.cadence/cadence.db')).includes(value)).toBe(false);
  expect(await doctor()).not.toContain(value);
  expect((await cadence(['secret', 'remove', 'OPENAI_API_KEY'])).code).toBe(0);
  expect(await cadence(['secret', 'remove', 'OPENAI_API_KEY'])).toMatchObject({ code: 1 });
});

it('refuses the name of a setting, and an empty value', async () => {
  const cwd = temporaryFolder();
  for (const [name, input] of [
    ['CADENCE_ADMIN_KEY', 'x'],
    ['OPENAI_API_KEY', '\n'],
  ] as const)
    expect(await startCadence(['secret', 'set', name], { cwd, input }).finished).toMatchObject({ code: 1 });
});
