// What every request and every job of a server costs on a large store, against the same on a small one.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `npm run growth -- [--batches N] [--only sqlite|postgres] [--json FILE]

  --batches N   how many batches of events the large store has; 1000000 unless told
  --only NAME   one of the two databases
  --json FILE   keep the figures

A request whose least CPU, with that of PostgreSQL (Linux only), is more than three times what it is at 10,000 and at a
tenth makes the exit code 1. What copies or rewrites SQLite's whole file is left out: backups, and erasing a person.`;

const { values: options } = parseArgs({
  options: {
    batches: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const names: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

if (options.help) console.log(usage);
else {
  const only = options.only === undefined ? [] : ['-t', `${names[options.only] ?? options.only} costs`];
  const { status } = spawnSync('vitest', ['run', 'packages/server/src/growth/costs.test.ts', ...only], {
    stdio: 'inherit',
    env: {
      ...process.env,
      GROWTH_BATCHES: options.batches,
      ...(options.json !== undefined && { GROWTH_JSON: resolve(options.json) }),
    },
  });
  process.exitCode = status ?? 1;
}
