import type { DatabaseName } from './database.ts';
import { type Invariant, invariants, type Problem } from './evidence.ts';
import { growthText, type MemoryTrend } from './figures.ts';

export interface TortureReport {
  seed: number;
  minutes: number;
  database: DatabaseName;
  /** Of the event loops of all servers, in milliseconds. */
  delays: { p50: number; p99: number; most: number };
  /** Of each life of the process that was spared. */
  memory: MemoryTrend[];
  /** What was not tried, and why. */
  omitted: string[];
  counts: Record<string, number>;
  problems: Problem[];
  /** How often an invariant was broken. */
  broken: Record<Invariant, number>;
  /** Logs and effects, kept when something is wrong. */
  folder: string | undefined;
}

export function reportText({ delays, memory, ...report }: TortureReport): string {
  const rows: [string, string][] = Object.entries(report.counts).map(([what, count]) => [
    what,
    String(count),
  ]);
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  rows.push(['event-loop delay', `p50 ${ms(delays.p50)}, p99 ${ms(delays.p99)}, most ${ms(delays.most)}`]);
  for (const { heap, rss, minutes } of memory)
    rows.push(['heap', `${growthText(heap)} in ${minutes.toFixed(1)} minutes; resident ${growthText(rss)}`]);
  const verdicts = (Object.keys(invariants) as Invariant[]).map((name): [string, string] => [
    invariants[name],
    report.broken[name] === 0 ? 'holds' : `BROKEN ${report.broken[name]} times`,
  ]);
  return [
    `\nseed ${report.seed}, ${report.database}, ${report.minutes} minutes`,
    ...table(rows),
    '',
    ...table(verdicts),
    ...report.omitted.map((what) => `  not tried: ${what}`),
    ...report.problems.map(({ at, invariant, text }) => `  ${at} s  ${invariant}: ${text}`),
    ...(report.folder === undefined ? [] : [`  logs: ${report.folder}`]),
  ].join('\n');
}

function table(rows: readonly [string, string][]): string[] {
  const width = Math.max(...rows.map(([what]) => what.length));
  return rows.map(([what, value]) => `  ${what.padEnd(width)}  ${value}`);
}
