import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatShort, formatTime } from './usage-formats.ts';
import type { UsageBucketSize } from './usage-range.ts';
import type { ChartPlan } from './usage-series.ts';
import type { UsagePoint } from './usage-sums.ts';
import { usageTexts } from './usage-texts.ts';

export interface UsageChartProps {
  plan: ChartPlan;
  points: readonly UsagePoint[];
  bucket: UsageBucketSize;
}

const HEIGHT = 208;

/** A picture of figures that a table tells as well. */
export default function UsageChart({ plan, points, bucket }: UsageChartProps) {
  const { look, series } = plan;
  const data = [...points];
  const shared = { data, margin: { top: 8, right: 4, bottom: 0, left: 0 }, accessibilityLayer: false };
  const axes = <Axes plan={plan} bucket={bucket} />;
  return (
    <div role="img" aria-label={usageTexts.charts.label(plan.title)} className="text-2xs">
      <ResponsiveContainer width="100%" height={HEIGHT}>
        {look === 'bars' ? (
          <BarChart {...shared} barCategoryGap="18%">
            {axes}
            {series.map(({ key, name, colour }) => (
              <Bar
                key={key}
                dataKey={key}
                name={name}
                fill={colour}
                stackId="all"
                maxBarSize={36}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        ) : (
          <LineChart {...shared}>
            {axes}
            {series.map(({ key, name, colour }) => (
              <Line
                key={key}
                dataKey={key}
                name={name}
                stroke={colour}
                strokeWidth={2}
                dot={{ r: 2.5, fill: colour, strokeWidth: 0 }}
                connectNulls
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        )}
      </ResponsiveContainer>
      <Legend plan={plan} />
    </div>
  );
}

function Axes({ plan: { id, format }, bucket }: Omit<UsageChartProps, 'points'>) {
  const tick = { fill: 'var(--muted)', fontSize: 11 };
  const isMoney = id === 'cost';
  const isTime = id === 'latency';
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="time"
        tickFormatter={(time: number) => formatTime(time, bucket)}
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
        minTickGap={28}
      />
      <YAxis
        width={isTime || isMoney ? 58 : 40}
        tickFormatter={(value: number) => (isTime || isMoney ? format(value) : formatShort(value))}
        tick={tick}
        tickLine={false}
        axisLine={false}
        allowDecimals={isMoney}
      />
      <Tooltip
        cursor={{ fill: 'var(--hover)', stroke: 'var(--line-strong)' }}
        isAnimationActive={false}
        labelFormatter={(time) => formatTime(Number(time), bucket)}
        formatter={(value) => format(typeof value === 'number' ? value : null)}
        contentStyle={{
          background: 'var(--raised)',
          border: '1px solid var(--line)',
          borderRadius: 8,
          fontSize: 12,
          color: 'var(--ink)',
        }}
      />
    </>
  );
}

function Legend({ plan: { series } }: { plan: ChartPlan }) {
  return (
    <ul className="mt-1 flex flex-wrap justify-center gap-4 text-xs text-muted">
      {series.map(({ key, name, colour }) => (
        <li key={key} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-xs" style={{ background: colour }} />
          {name}
        </li>
      ))}
    </ul>
  );
}
