// `npm run scale`: what a load needs, from what was measured (docs/scale.md). Rough by nature: measure your own.
import { parseArgs } from 'node:util';
import { z } from 'zod';

/** Milliseconds of CPU and bytes, as `npm run bench` finds them. */
const measured = {
  /** One turn: the server's own part, and that of each model call in it. */
  turnMs: 3,
  callMs: 0.6,
  /** Text that is streamed to one reader. */
  tokenMs: 0.045,
  /** PostgreSQL, for each turn. */
  databaseMs: 6,
  streamBytes: 250_000,
  turnBytes: 8_000,
} as const;

/** What of a core may be used in the busiest hour. */
const BUSY = 0.6;
const POOL = 10;

const count = (usual: number) => z.coerce.number().nonnegative().default(usual);
const loadSchema = z.object({
  conversations: count(1_000_000),
  turns: count(5),
  calls: count(4),
  streams: count(10_000),
  tokens: count(20),
  peak: count(4),
  days: count(90),
});

const usage = `npm run scale -- [--conversations 1000000] [--turns 5] [--calls 4] [--streams 10000] [--tokens 20] [--peak 4] [--days 90]

  --conversations  a day          --turns   in a conversation     --calls  of models in a turn
  --streams        at once        --tokens  a second and stream   --peak   busiest hour to average
  --days           that are kept in the database`;

const strings = Object.fromEntries(Object.keys(loadSchema.shape).map((name) => [name, { type: 'string' }]));
const { values } = parseArgs({
  options: {
    ...(strings as Record<keyof z.infer<typeof loadSchema>, { type: 'string' }>),
    help: { type: 'boolean' },
  },
});
const load = loadSchema.safeParse(values);
if (values.help || !load.success) {
  console.log(load.success ? usage : `${z.prettifyError(load.error)}\n\n${usage}`);
  process.exit(load.success ? 0 : 2);
}

const { conversations, turns, calls, streams, tokens, peak, days } = load.data;
const turnsASecond = ((conversations * turns) / 86_400) * peak;
const serverCores =
  (turnsASecond * (measured.turnMs + calls * measured.callMs) + streams * tokens * measured.tokenMs) /
  1000 /
  BUSY;
const databaseCores = (turnsASecond * measured.databaseMs) / 1000 / BUSY;
const processes = Math.max(2, Math.ceil(serverCores));
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`;

const rows: [string, string][] = [
  ['turns a second, at the peak', turnsASecond.toFixed(0)],
  ['cores for servers and workers', serverCores.toFixed(1)],
  ['processes, one a core', String(processes)],
  ['cores for PostgreSQL', databaseCores.toFixed(1)],
  ['connections, without a pooler', String(processes * (POOL + 1))],
  ['memory of all processes', gigabytes(processes * 2e8 + streams * measured.streamBytes)],
  ['disk a day', gigabytes(conversations * turns * measured.turnBytes)],
  [`disk of ${days} days`, gigabytes(conversations * turns * measured.turnBytes * days)],
];
const width = Math.max(...rows.map(([what]) => what.length));
for (const [what, value] of rows) console.log(`  ${what.padEnd(width)}  ${value}`);
