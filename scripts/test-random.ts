// `npm run test:random -- [FILE…]`: the tests that draw at random, from a seed that is new each time.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { randomFiles } from './suite/random-files.ts';

const SEED = process.env.SEED ?? String(randomInt(1, 2 ** 31));
const named = process.argv.slice(2);
const files = named.length > 0 ? named : randomFiles();
console.log(`SEED=${SEED}`);
const { status } = spawnSync('vitest', ['run', '--project=shared', '--project=alone', ...files], {
  env: { ...process.env, SEED },
  stdio: 'inherit',
});
if (status !== 0) console.log(`SEED=${SEED} repeats it.`);
process.exitCode = status ?? 1;
