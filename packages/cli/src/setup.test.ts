import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFakeModelServer } from '@cadence-agents/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cadence, temporaryFolder } from './cli.fixture.ts';
import { withVariables } from './setup.ts';

async function startModel() {
  const model = await startFakeModelServer();
  onTestFinished(() => model.close());
  return model;
}

describe('cadence setup', () => {
  it('tries a model, keeps its key encrypted and the rest in .env, and from then on it answers', async () => {
    const model = await startModel();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), '# mine\nCADENCE_DEFAULT_MODEL=offline\nOTHER=1\n');
    const args = ['setup', '--provider', 'compatible', '--base-url', model.url, '--model', 'm'];
    const set = await cadence(args, { cwd, input: 'sk-very-secret\n' });
    expect(set).toMatchObject({ code: 0, stdout: expect.stringContaining('openai:m answers') });
    expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(
      `# mine\nOTHER=1\nCADENCE_DEFAULT_MODEL=openai:m\nOPENAI_BASE_URL=${model.url}\n`,
    );
    expect(set.stdout + set.stderr).not.toContain('sk-very-secret');
    const before = (await model.requests()).length;
    expect((await model.requests()).at(-1)?.hasAuthorization).toBe(true);
    await cadence(['ask', 'Hello'], { cwd });
    const asked = (await model.requests()).slice(before);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(({ hasAuthorization }) => hasAuthorization)).toBe(true);
  });

  it('keeps nothing when the model does not answer', async () => {
    const cwd = temporaryFolder();
    const args = ['setup', '--provider', 'compatible', '--base-url', 'http://127.0.0.1:9/v1'];
    const { code, stderr } = await cadence(args, { cwd, input: 'sk-x' });
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('Nothing was kept.') });
    expect(existsSync(join(cwd, '.env'))).toBe(false);
    expect((await cadence(['secret', 'list'], { cwd })).stdout).toContain('No secrets yet');
  });

  it('refuses a provider that it does not know, with the nearest that it does', async () => {
    const { code, stderr } = await cadence(['setup', '--provider', 'antropic']);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('"anthropic"') });
  });
});

describe('withVariables', () => {
  it('sets variables in place of what a file had for them', () => {
    expect(withVariables('', { A: '1' })).toBe('A=1\n');
    expect(withVariables('B=2\nexport A = 0\nAB=3\n\n', { A: '1' })).toBe('B=2\nAB=3\nA=1\n');
  });
});
