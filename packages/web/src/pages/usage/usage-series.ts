import { formatCost, formatCount, formatMs } from './usage-formats.ts';
import type { UsagePoint } from './usage-sums.ts';
import { usageTexts } from './usage-texts.ts';

export interface Series {
  key: keyof UsagePoint;
  name: string;
  colour: string;
}

export interface ChartPlan {
  id: string;
  title: string;
  look: 'bars' | 'lines';
  series: readonly Series[];
  format: (value: number | null) => string;
}

const { charts, series: names } = usageTexts;
const count = (value: number | null): string => formatCount(value ?? 0);

/** What is drawn, and the columns of its table. */
export const chartPlans: readonly ChartPlan[] = [
  {
    id: 'runs',
    title: charts.runs,
    look: 'bars',
    series: [
      { key: 'succeeded', name: names.succeeded, colour: 'var(--accent)' },
      { key: 'failures', name: names.failures, colour: 'var(--danger)' },
    ],
    format: count,
  },
  {
    id: 'tokens',
    title: charts.tokens,
    look: 'bars',
    series: [
      { key: 'inputTokens', name: names.inputTokens, colour: 'var(--kind-tools)' },
      { key: 'outputTokens', name: names.outputTokens, colour: 'var(--kind-responder)' },
    ],
    format: count,
  },
  {
    id: 'latency',
    title: charts.latency,
    look: 'lines',
    series: [
      { key: 'medianMs', name: names.medianMs, colour: 'var(--accent)' },
      { key: 'p95Ms', name: names.p95Ms, colour: 'var(--kind-router)' },
    ],
    format: formatMs,
  },
  {
    id: 'cost',
    title: charts.cost,
    look: 'bars',
    series: [{ key: 'cost', name: names.cost, colour: 'var(--kind-human)' }],
    format: formatCost,
  },
];
