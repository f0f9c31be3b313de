import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cadenceIn, temporaryFolder } from './cli.fixture.ts';

it('asks with files, and says which one it cannot take', async () => {
  const folder = temporaryFolder();
  const cadence = cadenceIn(folder);
  writeFileSync(join(folder, 'notes.md'), 'Seven swans.');
  writeFileSync(join(folder, 'x.bin'), Buffer.from([0, 1, 2]));
  const asked = await cadence('ask', '--file', 'notes.md', 'What is 2 + 2?', '--json');
  expect(asked).toMatchObject({ code: 0 });
  expect(asked.stdout).toContain('4');
  const [run] = JSON.parse((await cadence('run', 'list', '--json')).stdout);
  expect(run.inputParts).toMatchObject([{ type: 'text' }, { type: 'file', name: 'notes.md', size: 12 }]);
  const refused = await cadence('ask', '--file', 'x.bin', 'What is this?');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('x.bin') });
  const missing = await cadence('ask', '--file', 'none.png', 'What is this?');
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('none.png') });
}, 60_000);
