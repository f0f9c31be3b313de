import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { rangeStart, startBefore, type UsageBucketSize, type UsageRange } from './usage-range.ts';

export interface UsageChoice {
  range: UsageRange;
  bucket: UsageBucketSize;
}

/** What figures are broken down by. */
export type Grouping = 'workflow' | 'agent' | 'model' | 'user';

/** What was used, with the choice it answers: while another one is fetched, the last one stays. */
export const usageReport = (choice: UsageChoice, groupBy?: Grouping) =>
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

/** What was used in the time before, which is as long. */
export const usageBefore = ({ range, bucket }: UsageChoice) =>
  queryOptions({
    queryKey: ['usage before', range, bucket],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const query = {
        since: new Date(startBefore(range, bucket, now)).toISOString(),
        until: new Date(rangeStart(range, bucket, now)).toISOString(),
        bucket,
      };
      return (await client.usage({ query }, { signal })).items;
    },
    staleTime: 300_000,
  });
