import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { buttonClasses } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { ChartCard } from './chart-card.tsx';
import { CostChanges } from './cost-changes.tsx';
import { UsageExport } from './usage-export.tsx';
import { UsageGroups } from './usage-groups.tsx';
import { UsageNumbers } from './usage-numbers.tsx';
import { type UsageChoice, usageBefore, usageReport } from './usage-queries.ts';
import { isUsageRange, mayBeHourly, rangeTimes } from './usage-range.ts';
import { chartPlans } from './usage-series.ts';
import { sumUsage, usagePoints } from './usage-sums.ts';
import { usageTexts } from './usage-texts.ts';

const words = usageTexts;

export function UsagePage() {
  const [choice, setChoice] = useState<UsageChoice>({ range: '30d', bucket: 'day' });
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={
        <>
          <ChoiceFields choice={choice} onChange={setChoice} />
          <UsageExport choice={choice} />
        </>
      }
    >
      <Report choice={choice} />
    </Page>
  );
}

interface ChoiceFieldsProps {
  choice: UsageChoice;
  onChange: (choice: UsageChoice) => void;
}

function ChoiceFields({ choice: { range, bucket }, onChange }: ChoiceFieldsProps) {
  const chooseRange = (next: string) => {
    if (!isUsageRange(next)) return;
    onChange({ range: next, bucket: next === '24h' ? 'hour' : mayBeHourly(next) ? bucket : 'day' });
  };
  return (
    <>
      <div className="w-28">
        <Select
          label={words.bucket}
          value={bucket}
          options={words.buckets}
          disabled={!mayBeHourly(range)}
          onChange={(next) => onChange({ range, bucket: next === 'hour' ? 'hour' : 'day' })}
        />
      </div>
      <div className="w-36">
        <Select label={words.range} value={range} options={words.ranges} onChange={chooseRange} />
      </div>
    </>
  );
}

function Report({ choice }: { choice: UsageChoice }) {
  const { data, error, refetch } = useQuery(usageReport(choice));
  const before = useQuery(usageBefore(choice)).data;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  const sum = sumUsage(data.items);
  if (sum.runs === 0)
    return (
      <EmptyState
        icon={<ChartColumn />}
        title={words.empty}
        action={
          <Link to="/" className={buttonClasses('primary')}>
            {words.emptyAction}
          </Link>
        }
      >
        {words.emptyHint}
      </EmptyState>
    );
  const { range, bucket } = data.choice;
  const points = usagePoints(data.items, rangeTimes(range, bucket, data.now));
  const plans = chartPlans.filter(({ id }) => id !== 'cost' || sum.cost !== null);
  return (
    <>
      <UsageNumbers sum={sum} before={before && sumUsage(before)} />
      <CostChanges choice={choice} />
      <div className="grid gap-4 lg:grid-cols-2">
        {plans.map((plan) => (
          <ChartCard key={plan.id} plan={plan} points={points} bucket={bucket} />
        ))}
      </div>
      <UsageGroups choice={choice} by="workflow" />
      <UsageGroups choice={choice} by="agent" />
      <UsageGroups choice={choice} by="model" />
      <UsageGroups choice={choice} by="user" />
    </>
  );
}
