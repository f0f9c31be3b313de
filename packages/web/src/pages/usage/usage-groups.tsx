import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { agentList, workflowList } from '../../api/workflows.ts';
import { Card } from '../../components/card.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { formatCost, formatCount, formatMs } from './usage-formats.ts';
import { type Grouping, type UsageChoice, usageReport } from './usage-queries.ts';
import { type GroupedUsage, sumByGroup } from './usage-sums.ts';
import { usageTexts } from './usage-texts.ts';

const words = usageTexts.groups;

export interface UsageGroupsProps {
  choice: UsageChoice;
  by: Grouping;
}

/** The figures of each workflow, agent, model or user. */
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
          columns={columnsOf(by, names, rows)}
          rows={rows}
          rowKey={({ group }) => group ?? ''}
        />
      )}
    </Card>
  );
}

/** What people call a workflow or an agent, by its id. */
function useNames(by: Grouping): ReadonlyMap<string, string> {
  const workflows = useQuery({ ...workflowList, enabled: by === 'workflow' }).data ?? [];
  const agents = useQuery({ ...agentList, enabled: by === 'agent' }).data ?? [];
  const named = by === 'workflow' ? workflows : by === 'agent' ? agents : [];
  return new Map(named.map(({ id, name }) => [id, name]));
}

function columnsOf(
  by: Grouping,
  names: ReadonlyMap<string, string>,
  rows: readonly GroupedUsage[],
): readonly Column<GroupedUsage>[] {
  const { columns } = words;
  const weight = weightOf(rows);
  const most = Math.max(...rows.map(weight));
  const all: readonly Column<GroupedUsage>[] = [
    {
      id: 'group',
      header: columns[by],
      cell: (row) => (
        <div className="min-w-20">
          <GroupName by={by} group={row.group} names={names} />
          <span aria-hidden className="mt-1 block h-1 rounded-full bg-hover">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${most === 0 ? 0 : (weight(row) / most) * 100}%` }}
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
      cell: ({ cost }) => formatCost(cost),
    },
    {
      id: 'median',
      header: columns.median,
      align: 'right',
      wideOnly: true,
      cell: ({ medianMs }) => formatMs(medianMs),
    },
    { id: 'p95', header: columns.p95, align: 'right', wideOnly: true, cell: ({ p95Ms }) => formatMs(p95Ms) },
  ];
  // A run may use many models: it is not counted for any.
  return by === 'model' ? all.filter(({ id }) => !ofRuns.has(id)) : all;
}

const ofRuns = new Set(['runs', 'failures', 'median', 'p95']);

/** What is compared: what it costs, or where no price is known how much was run or used. */
function weightOf(rows: readonly GroupedUsage[]): (row: GroupedUsage) => number {
  if (rows.some(({ cost }) => (cost ?? 0) > 0)) return ({ cost }) => cost ?? 0;
  if (rows.some(({ runs }) => runs > 0)) return ({ runs }) => runs;
  return ({ inputTokens, outputTokens }) => inputTokens + outputTokens;
}

interface GroupNameProps {
  by: Grouping;
  group: string | null;
  names: ReadonlyMap<string, string>;
}

/** A workflow's leads to its runs. */
function GroupName({ by, group, names }: GroupNameProps) {
  const name = group === null || group === '' ? words.unknown : (names.get(group) ?? group);
  if (by !== 'workflow' || group === null) return <span className="font-medium break-words">{name}</span>;
  return (
    <Link
      to="/runs"
      search={{ workflowId: group }}
      aria-label={words.runsOf(name)}
      className="font-medium break-words underline-offset-2 hover:underline"
    >
      {name}
    </Link>
  );
}
