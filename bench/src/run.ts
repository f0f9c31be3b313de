// `npm run bench`: ratios within one run and counts of bytes; times only where a target is one.
import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { engineTurn } from './engine-turn/engine-turn.ts';
import { type Figure, printFigures } from './figure.ts';
import { growth } from './growth/growth.ts';
import { persistence } from './persistence/persistence.ts';
import { profile } from './profile/profile.ts';
import { streams } from './streams/streams.ts';
import { walk } from './walk/walk.ts';

const benches = new Map<string, Bench>([
  ['engine-turn', engineTurn],
  ['growth', growth],
  ['persistence', persistence],
  ['profile', profile],
  ['streams', streams],
  ['walk', walk],
]);

const usage = `npm run bench -- [--quick] [--only NAME[,NAME]] [--stock-saver FOLDER]

  --quick               shorter runs, fewer rounds
  --only NAME           ${[...benches.keys()].join(', ')}
  --stock-saver FOLDER  where @langchain/langgraph-checkpoint-sqlite is installed, to compare with;
                        also CADENCE_BENCH_STOCK_SAVER

A target that is missed makes the exit code 1.`;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    'stock-saver': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(usage);
else await run(options.only?.split(',') ?? [...benches.keys()]);

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
  if (found.some(([, figures]) => figures.some(({ target }) => target?.met === false))) process.exitCode = 1;
}
