import type { CostReport, CoverageReport, RouteCost } from '@cadence-agents/contracts';
import { Disclosure } from '../../../components/disclosure.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { texts } from '../../../texts.ts';
import { formatCost, formatCount, formatMs } from '../../usage/usage-formats.ts';

const words = texts.workflows.editor.coverage;

type Row = CoverageReport['edges'][number] & Partial<RouteCost>;

const columns: Column<Row>[] = [
  { id: 'from', header: words.from, cell: ({ from }) => from },
  {
    id: 'to',
    header: words.to,
    cell: ({ to, label }) => `${to ?? texts.runs.end}${label === null ? '' : ` (${label})`}`,
  },
  { id: 'times', header: words.times, align: 'right', cell: ({ times }) => formatCount(times) },
  { id: 'runs', header: words.runs, align: 'right', cell: ({ runs }) => formatCount(runs) },
  {
    id: 'cost',
    header: words.cost,
    align: 'right',
    wideOnly: true,
    cell: ({ cost }) => formatCost(cost ?? null),
  },
  {
    id: 'p95',
    header: words.p95,
    align: 'right',
    wideOnly: true,
    cell: ({ p95Ms }) => formatMs(p95Ms ?? null),
  },
];

/** What the runs of the last days came by, in figures: those of the picture, edge by edge. */
export function CoveragePanel({
  coverage,
  costs,
}: {
  coverage: CoverageReport;
  costs: CostReport | undefined;
}) {
  const { percent, runs, edges } = coverage;
  const byId = new Map(costs?.edges.map((edge) => [edge.id, edge]));
  const rows = edges.map((edge) => ({ ...byId.get(edge.id), ...edge }));
  return (
    <section
      aria-label={words.title}
      className="absolute inset-x-3 bottom-12 z-10 mx-auto max-h-[60%] max-w-2xl overflow-y-auto rounded-xl border bg-surface px-4 py-2.5 shadow-pop"
    >
      <p role="status" className="text-sm font-medium">
        {runs === 0 ? words.noRuns : words.runsOf(runs)}
      </p>
      {runs > 0 && (
        <dl className="my-1 flex flex-wrap gap-x-4 text-xs">
          {(['nodes', 'edges', 'labels', 'limits'] as const).map((part) => (
            <div key={part} className="flex gap-1">
              <dt className="text-muted">{words.parts[part]}</dt>
              <dd className="font-medium tabular-nums">{percent[part]} %</dd>
            </div>
          ))}
          {costs && (
            <div className="flex gap-1">
              <dt className="text-muted">{words.expected}</dt>
              <dd className="font-medium tabular-nums">
                {formatCost(costs.expected.cost)} · {formatMs(costs.expected.p50Ms)}
              </dd>
            </div>
          )}
        </dl>
      )}
      <Disclosure summary={words.edges}>
        <Table caption={words.edges} columns={columns} rows={rows} rowKey={({ id }) => id} />
      </Disclosure>
    </section>
  );
}
