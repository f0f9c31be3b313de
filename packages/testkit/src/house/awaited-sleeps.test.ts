import { describe, expect, it } from 'vitest';
import { awaitedSleeps } from './awaited-sleeps.ts';
import { readRepository } from './read-repository.ts';

const check = (source: string) => awaitedSleeps(new Map([['packages/engine/src/a.test.ts', source]]));
const imported = "import { setTimeout as sleep } from 'node:timers/promises';\n";

describe('awaitedSleeps', () => {
  it('finds none in this repository', async () => {
    expect(awaitedSleeps(await readRepository())).toEqual([]);
  });

  it.each([
    `${imported}await sleep(20);`,
    `${imported}// Why.\nconst a = 1;\nawait sleep(20);`,
    "import { setTimeout } from 'node:timers/promises';\nawait setTimeout(20);",
    'await new Promise((resolve) => setTimeout(resolve, 20));',
    'await page.waitForTimeout(20);',
  ])('refuses %j', (source) => {
    expect(check(source)).toHaveLength(1);
  });

  it.each([
    `${imported}// A model that takes its time.\n  await sleep(20);`,
    'const plugin = `await new Promise((resolve) => setTimeout(resolve, 20));`;',
    'await sleep.ends;',
    "import { setImmediate as nextTurn } from 'node:timers/promises';\nawait nextTurn();",
  ])('accepts %j', (source) => {
    expect(check(source)).toEqual([]);
  });
});
