import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('sets flags that this Node knows', () => {
  const module = JSON.stringify(new URL('./heap-room.ts', import.meta.url).href);
  const program = `import { giveHeapRoom } from ${module}; giveHeapRoom();`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  // V8 complains of a flag that it does not know, and goes on.
  expect({ status, told: stdout + stderr }).toEqual({ status: 0, told: '' });
});
