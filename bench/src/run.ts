// `npm run bench`: ratios within one run and counts of bytes; times only where a target is one.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { coldStart } from './cold-start/cold-start.ts';
import { engineTurn } from './engine-turn/engine-turn.ts';
import { type Figure, printFigures } from './figure.ts';
import { growth } from './growth/growth.ts';
import { persistence } from './persistence/persistence.ts';
import { killedWorkers } from './processes/killed-workers.ts';
import { processes } from './processes/processes.ts';
import { profile } from './profile/profile.ts';
import { recording } from './recording/recording.ts';
import { readAgentBench } from './report/agent-bench.ts';
import { performancePage } from './report/performance-page.ts';
import { readResults, writeResults } from './report/results.ts';
import { streams } from './streams/streams.ts';
import { walk } from './walk/walk.ts';

const benches = new Map<string, Bench>([
  ['cold-start', coldStart],
  ['engine-turn', engineTurn],
  ['growth', growth],
  ['killed-workers', killedWorkers],
  ['persistence', persistence],
  ['processes', processes],
  ['profile', profile],
  ['recording', recording],
  ['streams', streams],
  ['walk', walk],
]);

const usage = `npm run bench -- [--quick] [--only NAME[,NAME]] [--write-docs] [--agent-bench FILE] [--stock-saver FOLDER]

  --quick               shorter runs, fewer rounds
  --only NAME           ${[...benches.keys()].join(', ')}; none for none of them
  --write-docs          keep the figures in bench/results.json and write docs/performance.md
  --agent-bench FILE    the results.json of the agent bench, to take into the page
  --stock-saver FOLDER  where @langchain/langgraph-checkpoint-sqlite is installed, to compare with;
                        also CADENCE_BENCH_STOCK_SAVER

A target that is missed makes the exit code 1.`;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    'write-docs': { type: 'boolean', default: false },
    'agent-bench': { type: 'string' },
    'stock-saver': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(usage);
else await run(options.only === 'none' ? [] : (options.only?.split(',') ?? [...benches.keys()]));

async function run(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !benches.has(name));
  if (unknown.length > 0) {
    console.error(`There is no bench "${unknown.join('", "')}".\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const stockSaver = options['stock-saver'] ?? process.env.CADENCE_BENCH_STOCK_SAVER;
  const found: [string, Figure[]][] = [];
  for (const name of names)
    found.push([name, (await benches.get(name)?.({ quick: options.quick, stockSaver })) ?? []]);
  for (const [name, figures] of found) printFigures(name, figures);
  if (options['write-docs']) writeDocs(found);
  if (found.some(([, figures]) => figures.some(({ target }) => target?.met === false))) process.exitCode = 1;
}

/** Keeps what was found; benches that did not run keep their last figures. */
function writeDocs(found: readonly [string, Figure[]][]): void {
  const how = { date: new Date().toISOString().slice(0, 10), node: process.version, quick: options.quick };
  const last = readResults();
  const agentBench = options['agent-bench']
    ? readAgentBench(readFileSync(options['agent-bench'], 'utf8'))
    : last.agentBench;
  const measured = (figures: readonly Figure[]) =>
    figures.filter(({ value }) => !value.startsWith('skipped'));
  const benches = Object.fromEntries(
    found.map(([name, figures]) => [name, { ...how, figures: measured(figures) }]),
  );
  const results = { agentBench, benches: { ...last.benches, ...benches } };
  writeResults(results);
  writeFileSync(new URL('../../docs/performance.md', import.meta.url), performancePage(results));
}
