// `npm run growth`: what every request and job costs on a large store, against the same on a small one. See there.
import { writeFileSync } from 'node:fs';
import { type PostgresServer, startPostgres } from '@cadence-agents/storage/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { haveSteadyUsers, startGrown } from './grown-server.fixture.ts';
import { type Cost, jobs, type Measure, measureWith, walkEndpoints } from './walk.fixture.ts';

const BATCHES = Number(process.env.GROWTH_BATCHES);
const FEW_BATCHES = 10_000;
/** How much more the large store may cost, and what is too little to tell. */
const MOST_TIMES = 3;
const LEAST_MS = 10;
/** What copies or rewrites the whole file, as `docs/operations.md` says: it costs as much as the file is large. */
const OF_THE_FILE = ['createBackup', 'erasePerson'];
/** What is told at once. */
const SLOW_MS = 100;

/** What it costs is the least of it: only a request that never is cheap is told of. */
const TRIES = { least: 2, most: 4, enoughMs: LEAST_MS };

interface Compared {
  database: string;
  what: string;
  small: Cost;
  /** On a store of a tenth. */
  middle: Cost;
  large: Cost;
  times: number;
  grows: boolean;
}

/** It takes minutes, so it tells how far it is. */
const progress = (name: string, text: string) =>
  console.error(`${new Date().toISOString()} growth: ${name}: ${text}`);

async function costsOn(
  name: string,
  batches: number,
  databaseUrl: string | undefined,
  measure: Measure,
): Promise<Map<string, Cost>> {
  progress(name, `making a store of ${batches} batches`);
  const grown = await startGrown({ batches }, databaseUrl);
  try {
    await haveSteadyUsers(grown);
    progress(name, 'asking for everything');
    const costs = new Map<string, Cost>();
    for await (const { name: request, detail, caller, cost } of walkEndpoints(grown, {
      tries: { ...TRIES, measure },
      leftOut: databaseUrl === undefined ? OF_THE_FILE : [],
    })) {
      const what = [request, detail, caller.name].filter(Boolean).join(' · ');
      costs.set(what, cost);
      if (cost.ms > SLOW_MS) progress(name, `${what}: ${Math.round(cost.ms)} ms`);
    }
    progress(name, 'doing every job');
    for (const [job, work] of Object.entries(jobs))
      costs.set(`job · ${job}`, await measure(() => work(grown)));
    return costs;
  } finally {
    await grown.end();
  }
}

describe(`with ${BATCHES} batches of events`, () => {
  let postgres: PostgresServer | undefined;
  afterAll(() => postgres?.stop());
  const compared: Compared[] = [];
  afterAll(() => {
    const file = process.env.GROWTH_JSON;
    if (file) writeFileSync(file, `${JSON.stringify(compared, null, 2)}\n`);
    console.table(
      compared
        .toSorted((a, b) => b.times - a.times)
        .map(({ database, what, small, middle, large, times }) => ({
          database,
          what,
          ms: [small, middle, large].map(({ ms }) => ms.toFixed(1)).join(' '),
          'CPU ms': [small, middle, large].map(({ cpuMs }) => cpuMs.toFixed(1)).join(' '),
          times: Number(times.toFixed(1)),
        })),
    );
  });

  const databases = [
    {
      name: 'SQLite',
      start: async () => ({ url: async () => undefined, measure: measureWith(async () => 0) }),
    },
    {
      name: 'PostgreSQL',
      start: async () => {
        // Of its own: its CPU is measured.
        const server = await startPostgres();
        postgres = server;
        return { url: () => server.freshDatabase(), measure: measureWith(() => server.cpuMs()) };
      },
    },
  ];
  it.each(databases)(
    '$name costs no more than a small one',
    async ({ name, start }) => {
      const { url, measure } = await start();
      const costs = async (batches: number) => costsOn(name, batches, await url(), measure);
      const small = await costs(FEW_BATCHES);
      // What looks at no more than so many costs more until there are so many.
      const middle = await costs(BATCHES / 10);
      const large = await costs(BATCHES);
      const isMore = (of: Cost, than: Cost) =>
        of.cpuMs > than.cpuMs * MOST_TIMES && of.cpuMs - than.cpuMs > LEAST_MS;
      for (const [what, of] of large) {
        const [least, less] = [small.get(what), middle.get(what)];
        if (!least || !less) continue;
        const times = of.cpuMs / Math.max(least.cpuMs, 0.1);
        const grows = isMore(of, least) && isMore(of, less);
        compared.push({ database: name, what, small: least, middle: less, large: of, times, grows });
      }
      expect(compared.filter(({ database, grows }) => grows && database === name)).toEqual([]);
    },
    3_600_000,
  );
});
