import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

describe('what is generated under docs/', () => {
  it('is what the sources say', async () => {
    const check = promisify(execFile)(process.execPath, ['scripts/docs.ts', '--check'], { cwd: root });
    await expect(check).resolves.toMatchObject({ stderr: '' });
  });
});
