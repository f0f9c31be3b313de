// Takes in what the agent bench found: ratios to its floor, each within one round.
import { z } from 'zod';
import { times } from '../figure.ts';
import { median, range } from '../median.ts';
import type { AgentBench, AgentRow } from './results.ts';

const mainSchema = z.object({
  calls: z.number(),
  latency: z.object({ cpu: z.number() }),
  throughput: z.object({ cpu: z.number() }),
  ttft: z.object({ first: z.number() }),
});
const growthSchema = z.object({ cpu: z.array(z.number()), diskMB: z.number() });
const rowSchema = z.object({
  name: z.string(),
  isServer: z.boolean(),
  main: z.array(mainSchema.nullable()),
  growth: z.array(growthSchema.nullable()),
});
const fileSchema = z.object({
  date: z.string(),
  machine: z.object({ node: z.string() }),
  plan: z.object({ warmup: z.number(), growthTurns: z.number() }),
  rounds: z.number(),
  growthRounds: z.number(),
  rows: z.array(rowSchema),
});

type Main = z.infer<typeof mainSchema>;
type Growth = z.infer<typeof growthSchema>;
type Row = z.infer<typeof rowSchema>;

/** Reads the `results.json` that the agent bench writes. */
export function readAgentBench(text: string): AgentBench {
  const { date, machine, plan, rounds, growthRounds, rows } = fileSchema.parse(JSON.parse(text));
  return {
    date: date.slice(0, 10),
    node: machine.node,
    rounds,
    growthRounds,
    turns: plan.growthTurns,
    warmUp: plan.warmup,
    rows: rows.filter(({ main }) => main.length > 0).map((row) => summary(row, floorOf(row, rows))),
  };
}

/** Servers are compared with a bare server, all others with bare functions. */
const floorOf = ({ isServer }: Row, rows: readonly Row[]) =>
  rows.find(({ name }) => name === (isServer ? 'bare-http' : 'bare'));

function summary(row: Row, floor: Row | undefined): AgentRow {
  const pairs = <One>(mine: (One | null)[], theirs: (One | null)[] = []) =>
    mine.flatMap((one, round) => {
      const other = theirs[round];
      return one && other ? [[one, other] as const] : [];
    });
  const ratio = (cpu: (one: Main) => number) =>
    medianAndRange(pairs<Main>(row.main, floor?.main).map(([mine, other]) => cpu(mine) / cpu(other)));
  const growth = pairs<Growth>(row.growth, floor?.growth);
  const later = pairs<Main>(row.main, floor?.main).map(([mine, other]) => mine.ttft.first - other.ttft.first);
  const disk = median(row.growth.flatMap((one) => (one ? [one.diskMB] : [])));
  return {
    contestant: row.name,
    modelCalls: String(median(row.main.flatMap((one) => (one ? [one.calls] : [])))),
    oneAtATime: ratio(({ latency }) => latency.cpu),
    atFifty: ratio(({ throughput }) => throughput.cpu),
    firstToken: later.length > 0 ? `${median(later).toFixed(1)} ms` : '–',
    lastTurn: medianAndRange(growth.map(([mine, other]) => (mine.cpu.at(-1) ?? 0) / (other.cpu.at(-1) ?? 0))),
    disk: disk > 0 ? `${disk.toFixed(2)} MB` : '–',
  };
}

const medianAndRange = (ratios: readonly number[]): string =>
  ratios.length > 0 ? `${times(median(ratios))} (${range(ratios)})` : '–';
