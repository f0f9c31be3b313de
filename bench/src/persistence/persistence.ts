import { type Bench, progress } from '../bench.ts';
import type { ToolKind } from '../coordinator-turn/coordinator.ts';
import { atMost, type Figure, times } from '../figure.ts';
import { median, range } from '../median.ts';
import { runProgram } from '../run-program.ts';
import type { HistoryCost } from './history-cost.ts';

const HISTORIES = [10, 100, 1_000, 4_000];
const AIMED_AT = 1_000;
const CASES: { messages: number; kind: ToolKind }[] = [
  ...HISTORIES.map((messages) => ({ messages, kind: 'read-only' as const })),
  { messages: AIMED_AT, kind: 'recorded' },
];

/**
 * What storing a step costs: a turn with the store less the same turn without, shared out over the steps it stores. So
 * a step also bears its part of accepting, claiming and ending the run; and of the ledger, where the tools are such
 * that it records their calls.
 */
export const persistence: Bench = async ({ quick }) => {
  const [rounds, turns] = quick ? [1, 30] : [3, 100];
  const measured = Array.from({ length: rounds }, (_, round) =>
    CASES.map(({ messages, kind }) => {
      progress(`persistence: round ${round + 1} of ${rounds}, ${messages} messages, ${kind} tools`);
      const args = [String(messages), String(turns), kind];
      return runProgram<HistoryCost>(import.meta.resolve('./history-cost.ts'), args);
    }),
  );
  const perStep = measured.map((round) =>
    round.map((cost) => (cost.stored - cost.unstored) / cost.stepsPerTurn),
  );
  const column = (index: number) => perStep.map((round) => round[index] ?? Number.NaN);
  const ratios = (index: number) =>
    perStep.map((round) => (round[index] ?? Number.NaN) / (round[0] ?? Number.NaN));
  const checkpoints = measured.flatMap((round) =>
    round.slice(0, 1).map((cost) => (cost.unstored - cost.uncheckpointed) / cost.stepsPerTurn),
  );
  return [
    ...HISTORIES.slice(1).map((messages, index) => ratioFigure(messages, ratios(index + 1))),
    ...HISTORIES.map((messages, index) => costFigure(messages, column(index))),
    recordedFigure(column(HISTORIES.length)),
    { what: 'Steps stored in a turn', value: String(measured[0]?.[0]?.stepsPerTurn) },
    {
      what: `LangGraph’s own work on a checkpoint, not in these, at ${HISTORIES[0]} messages (${range(checkpoints)})`,
      value: milliseconds(median(checkpoints)),
    },
  ];
};

const ratioFigure = (messages: number, ratios: number[]): Figure => ({
  what: `CPU to store a step at ${messages} messages, over that at ${HISTORIES[0]} (${range(ratios)})`,
  value: times(median(ratios)),
  rounds: ratios.length,
});

function costFigure(messages: number, costs: number[]): Figure {
  const what = `CPU to store a step at ${messages} messages, on this machine (${range(costs)})`;
  if (messages === AIMED_AT)
    return { ...atMost(what, median(costs), 0.5, milliseconds), rounds: costs.length };
  return { what, value: milliseconds(median(costs)), rounds: costs.length };
}

const recordedFigure = (costs: number[]): Figure => ({
  what: `The same with two recorded tool calls a turn, each synced to disk before it runs (${range(costs)})`,
  value: milliseconds(median(costs)),
  rounds: costs.length,
});

const milliseconds = (value: number) => `${value.toFixed(2)} ms`;
