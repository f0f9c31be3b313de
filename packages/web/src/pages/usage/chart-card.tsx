import { ChartColumn, Table2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type { UsageChartProps } from './usage-chart.tsx';
import { formatTime } from './usage-formats.ts';
import type { UsagePoint } from './usage-sums.ts';
import { usageTexts } from './usage-texts.ts';

// The library is large, and only this page draws charts.
const UsageChart = lazy(() => import('./usage-chart.tsx'));
const words = usageTexts.charts;

/** Figures over time, as a chart or as a table. */
export function ChartCard({ plan, points, bucket }: UsageChartProps) {
  const [isTable, setIsTable] = useState(false);
  const toggle = (
    <Button
      size="sm"
      look="quiet"
      icon={isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
      aria-label={isTable ? words.showChart(plan.title) : words.showTable(plan.title)}
      onClick={() => setIsTable(!isTable)}
    >
      {isTable ? words.asChart : words.asTable}
    </Button>
  );
  return (
    <Card title={plan.title} actions={toggle} flush>
      {isTable ? (
        <section aria-label={plan.title} className="max-h-62 overflow-y-auto">
          <Table
            caption={plan.title}
            columns={columnsOf({ plan, points, bucket })}
            rows={points.toReversed()}
            rowKey={({ time }) => String(time)}
          />
        </section>
      ) : (
        <div className="px-3 py-3">
          <Suspense fallback={<Skeleton className="h-52" />}>
            <UsageChart plan={plan} points={points} bucket={bucket} />
          </Suspense>
        </div>
      )}
    </Card>
  );
}

function columnsOf({ plan, bucket }: UsageChartProps): readonly Column<UsagePoint>[] {
  return [
    {
      id: 'time',
      header: usageTexts.time,
      cell: ({ time }) => <span className="whitespace-nowrap">{formatTime(time, bucket)}</span>,
    },
    ...plan.series.map(({ key, name }) => ({
      id: key,
      header: name,
      align: 'right' as const,
      cell: (point: UsagePoint) => plan.format(point[key]),
    })),
  ];
}
