import { type Bench, type BenchOptions, progress } from '../bench.ts';
import { contentLength, scriptOf } from '../coordinator-turn/script.ts';
import { atMost, type Figure, times } from '../figure.ts';
import { median } from '../median.ts';
import { runProgram } from '../run-program.ts';
import { bytesByTurn, type TurnBytes } from './bytes-by-turn.ts';
import { openCadenceKeeper } from './cadence-keeper.ts';
import { growthRatio, total } from './growth-ratio.ts';

/** What a turn of a long conversation costs at its end compared with its beginning, on SQLite. */
export const growth: Bench = async (options) => {
  const [turns, window] = options.quick ? [120, 30] : [400, 100];
  const cadence = await bytesByTurn(openCadenceKeeper, turns, tell('Cadence', turns));
  return [
    ...byteFigures(cadence, window),
    cpuFigure(turns, window, options.quick ? 1 : 5),
    ...(await stockFigures(cadence, options)),
  ];
};

const tell = (name: string, turns: number) => (turn: number) =>
  progress(`growth: ${name}, turn ${turn} of ${turns}`);

function byteFigures(cadence: readonly TurnBytes[], window: number): Figure[] {
  const what = (bytes: string) => `${bytes} a turn, last ${window} turns over first ${window}`;
  // What is said in a turn has the same length in every one, and is taken off both sides.
  const said = contentLength(scriptOf(1));
  const beside = (bytes: keyof TurnBytes) => cadence.map((turn) => turn[bytes] - said);
  return [
    atMost(what('Bytes written'), growthRatio(beside('written'), window), 1.2, times),
    atMost(what('Bytes kept'), growthRatio(beside('kept'), window), 1.2, times),
    { what: 'Said in a turn', value: bytes(said) },
    { what: 'Written in a turn: all pages of all commits', value: bytes(mean(cadence, 'written')) },
    { what: 'Kept of a turn: growth of the database', value: bytes(mean(cadence, 'kept')) },
  ];
}

function cpuFigure(turns: number, window: number, rounds: number): Figure {
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    progress(`growth: CPU, round ${round} of ${rounds}`);
    const cpu = runProgram<number[]>(import.meta.resolve('./cadence-cpu.ts'), [String(turns)]);
    ratios.push(growthRatio(cpu, window));
  }
  const what = `CPU a turn, last ${window} turns over first ${window}`;
  return { ...atMost(what, median(ratios), 1.5, times), rounds };
}

async function stockFigures(
  cadence: readonly TurnBytes[],
  { quick, stockSaver }: BenchOptions,
): Promise<Figure[]> {
  const { hasStockSaver, openStockKeeper } = await import('./stock-keeper.ts');
  const what = 'LangGraph with its SQLite saver, the same conversation';
  if (!stockSaver) return [{ what, value: 'skipped: --stock-saver FOLDER says where it is installed' }];
  if (!hasStockSaver(stockSaver)) return [{ what, value: `skipped: it is not installed in ${stockSaver}` }];
  const turns = cadence.length;
  const open = (dataDir: string) => openStockKeeper(dataDir, stockSaver);
  const stock = await bytesByTurn(open, turns, tell('LangGraph with its SQLite saver', turns));
  const part = (bytes: keyof TurnBytes) => sum(cadence, bytes) / sum(stock, bytes);
  const share = (what: string, value: number): Figure =>
    // The saver's bytes grow with the square of the turns: a short run says nothing about the target.
    quick ? { what, value: oneIn(value) } : atMost(what, value, 1 / 100, oneIn);
  return [
    share(`Written in ${turns} turns, Cadence’s part of what LangGraph’s saver writes`, part('written')),
    share(`Kept of ${turns} turns, Cadence’s part of what LangGraph’s saver keeps`, part('kept')),
    { what: `Kept of ${turns} turns: Cadence`, value: bytes(sum(cadence, 'kept')) },
    { what: `Kept of ${turns} turns: LangGraph`, value: bytes(sum(stock, 'kept')) },
    { what: `Written in ${turns} turns: Cadence`, value: bytes(sum(cadence, 'written')) },
    { what: `Written in ${turns} turns: LangGraph`, value: bytes(sum(stock, 'written')) },
  ];
}

const sum = (turns: readonly TurnBytes[], bytes: keyof TurnBytes) => total(turns.map((turn) => turn[bytes]));
const mean = (turns: readonly TurnBytes[], bytes: keyof TurnBytes) => sum(turns, bytes) / turns.length;
const oneIn = (part: number) => `1/${(1 / part).toFixed(0)}`;
const bytes = (count: number) => `${Math.round(count).toLocaleString('en')} bytes`;
