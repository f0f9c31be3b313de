import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { rangeStart, type UsageBucketSize, type UsageRange } from './usage-range.ts';

export interface UsageChoice {
  range: UsageRange;
  bucket: UsageBucketSize;
}

/** What was used, with the choice it answers: while another one is fetched, the last one stays. */
export const usageReport = (choice: UsageChoice, groupBy?: 'workflow' | 'agent') =>
  queryOptions({
    queryKey: ['usage', choice, groupBy ?? null],
    queryFn: async ({ signal }) => {
      const { range, bucket } = choice;
      const now = Date.now();
      const since = new Date(rangeStart(range, bucket, now)).toISOString();
      const query = { since, bucket, ...(groupBy && { groupBy }) };
      return { now, choice, items: (await client.usage({ query }, { signal })).items };
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
