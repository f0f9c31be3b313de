import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { client } from '../../api/client.ts';
import { workflowList } from '../../api/workflows.ts';
import { Card } from '../../components/card.tsx';
import { type CostStep, costSteps } from './cost-steps.ts';
import { formatCost, formatCount, formatTime } from './usage-formats.ts';
import { type UsageChoice, usageReport } from './usage-queries.ts';
import type { UsageBucketSize } from './usage-range.ts';
import { usageTexts } from './usage-texts.ts';

const words = usageTexts.changes;
const DAY_MS = 86_400_000;

/** Since when a run of a workflow costs more or less, and what was published then. */
export function CostChanges({ choice }: { choice: UsageChoice }) {
  const { data } = useQuery(usageReport(choice, 'workflow'));
  const steps = data ? costSteps(data.items) : [];
  if (!data || steps.length === 0) return null;
  return (
    <Card title={words.title} flush>
      <ul aria-label={words.title}>
        {steps.map((step) => (
          <Change key={step.group} step={step} bucket={data.choice.bucket} />
        ))}
      </ul>
    </Card>
  );
}

function Change({ step, bucket }: { step: CostStep; bucket: UsageBucketSize }) {
  const { group, time, measure, before, after } = step;
  const names = useQuery(workflowList).data ?? [];
  const version = useVersionOf(group, time);
  const isMore = after > before;
  const Icon = isMore ? TrendingUp : TrendingDown;
  const told =
    measure === 'cost' ? formatCost : (tokens: number) => words.tokens(formatCount(Math.round(tokens)));
  return (
    <li className="flex gap-3 border-b px-4 py-3 last:border-0">
      <Icon aria-hidden className={isMore ? 'size-5 shrink-0 text-danger' : 'size-5 shrink-0 text-success'} />
      <div className="min-w-0">
        <p>
          {words.since(formatTime(time, bucket))}{' '}
          <span className="font-medium">{names.find(({ id }) => id === group)?.name ?? group}</span>{' '}
          {words.takes(told(after), told(before))}
          {version !== undefined && ` ${words.version(version)}`}
        </p>
        <Link
          to="/runs"
          search={{ workflowId: group, from: new Date(time).toISOString().slice(0, 10) }}
          className="text-xs text-accent-ink underline-offset-2 hover:underline"
        >
          {words.runs}
        </Link>
      </div>
    </li>
  );
}

/** The version of a stored workflow that was made then, if one was. */
function useVersionOf(workflowId: string, time: number): number | undefined {
  const { data } = useQuery({
    queryKey: ['workflow-versions', workflowId],
    queryFn: ({ signal }) => client.workflowVersions({ params: { id: workflowId } }, { signal }),
    retry: false,
  });
  return data?.items.find(({ createdAt, published }) => {
    const made = Date.parse(createdAt);
    return published && made >= time - DAY_MS && made < time + DAY_MS;
  })?.version;
}
