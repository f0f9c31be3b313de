// `npm run torture`
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { reportText } from './report.ts';
import { torture } from './torture.ts';
import { tormentSchema } from './trial.ts';

const usage = `npm run torture -- [--minutes 10] [--seed N] [--database sqlite|postgres|cluster] [--clients 8] [--without KIND,…] [--json]

Real servers under mixed load are killed, stopped and restarted, their clocks jump, their disk is full or their
database crashes, and the model answers as it likes. The same seed decides the same. Exit code 1 when an invariant
does not hold.

  --without KIND   kill, restart, freeze, clock, database, bus, power: what is not to happen

"cluster" is three servers, one of which only serves, on PostgreSQL behind PgBouncer, with Redis between them.`;

const optionsSchema = z.object({
  minutes: z.coerce.number().positive().default(10),
  seed: z.coerce
    .number()
    .int()
    .default(() => Math.floor(Math.random() * 2 ** 31)),
  database: z.enum(['sqlite', 'postgres', 'cluster']).default('sqlite'),
  clients: z.coerce.number().int().positive().default(8),
  without: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(tormentSchema))
    .default([]),
});

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    database: { type: 'string' },
    clients: { type: 'string' },
    without: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const options = optionsSchema.safeParse(values);
if (values.help || !options.success) {
  console.log(options.success ? usage : `${z.prettifyError(options.error)}\n\n${usage}`);
  process.exit(options.success ? 0 : 2);
}

const { seed, database, minutes } = options.data;
const tell = (line: string) => process.stderr.write(`${line}\n`);
tell(`seed ${seed}, ${database}, ${minutes} minutes`);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
const report = await torture({ ...options.data, signal: stop.signal, onProgress: tell });
console.log(values.json ? JSON.stringify(report, null, 2) : reportText(report));
// Outright: what PostgreSQL comes in has a code of its own for a process that comes to its end.
process.exit(report.problems.length > 0 ? 1 : 0);
