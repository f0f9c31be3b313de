import { useQuery } from '@tanstack/react-query';
import { agentList, workflowList } from '../../api/workflows.ts';
import { Card } from '../../components/card.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { texts } from '../../texts.ts';
import { formatCost, formatCount, formatMs } from './usage-formats.ts';
import { type UsageChoice, usageReport } from './usage-queries.ts';
import { type GroupedUsage, sumByGroup } from './usage-sums.ts';

const words = texts.usage.groups;

export interface UsageGroupsProps {
  choice: UsageChoice;
  by: 'workflow' | 'agent';
}

/** The figures of each workflow or agent. */
export function UsageGroups({ choice, by }: UsageGroupsProps) {
  const { data, error, refetch } = useQuery(usageReport(choice, by));
  const names = useNames(by);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  const rows = sumByGroup(data.items);
  return (
    <Card title={words[by]} flush>
      {rows.length === 0 ? (
        <p className="p-4 text-muted">{words.empty}</p>
      ) : (
        <Table
          caption={words[by]}
          columns={columnsOf(by, names, rows[0]?.runs ?? 0)}
          rows={rows}
          rowKey={({ group }) => group ?? ''}
        />
      )}
    </Card>
  );
}

/** What people call a workflow or an agent, by its id. */
function useNames(by: 'workflow' | 'agent'): ReadonlyMap<string, string> {
  const workflows = useQuery({ ...workflowList, enabled: by === 'workflow' }).data ?? [];
  const agents = useQuery({ ...agentList, enabled: by === 'agent' }).data ?? [];
  return new Map((by === 'workflow' ? workflows : agents).map(({ id, name }) => [id, name]));
}

function columnsOf(
  by: 'workflow' | 'agent',
  names: ReadonlyMap<string, string>,
  most: number,
): readonly Column<GroupedUsage>[] {
  const { columns } = words;
  return [
    {
      id: 'group',
      header: columns[by],
      cell: ({ group, runs }) => (
        <div className="min-w-20">
          <span className="font-medium break-words">
            {group === null ? words.unknown : (names.get(group) ?? group)}
          </span>
          <span aria-hidden className="mt-1 block h-1 rounded-full bg-hover">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${most === 0 ? 0 : (runs / most) * 100}%` }}
            />
          </span>
        </div>
      ),
    },
    { id: 'runs', header: columns.runs, align: 'right', cell: ({ runs }) => formatCount(runs) },
    {
      id: 'failures',
      header: columns.failures,
      align: 'right',
      cell: ({ failures }) => (
        <span className={failures > 0 ? 'text-danger' : 'text-faint'}>{formatCount(failures)}</span>
      ),
    },
    {
      id: 'tokens',
      header: columns.tokens,
      align: 'right',
      wideOnly: true,
      cell: ({ inputTokens, outputTokens }) => formatCount(inputTokens + outputTokens),
    },
    {
      id: 'cost',
      header: columns.cost,
      align: 'right',
      wideOnly: true,
      cell: ({ cost }) => formatCost(cost),
    },
    { id: 'median', header: columns.median, align: 'right', cell: ({ medianMs }) => formatMs(medianMs) },
    { id: 'p95', header: columns.p95, align: 'right', wideOnly: true, cell: ({ p95Ms }) => formatMs(p95Ms) },
  ];
}
