import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '../api/client.ts';
import type { TrafficReports } from './edge-traffic.ts';

export const coverageOf = (id: string) =>
  queryOptions({
    queryKey: ['workflows', id, 'coverage'],
    queryFn: ({ signal }) => client.workflowCoverage({ params: { id }, query: {} }, { signal }),
  });
export const costsOf = (id: string) =>
  queryOptions({
    queryKey: ['workflows', id, 'costs'],
    queryFn: ({ signal }) => client.workflowCosts({ params: { id }, query: {} }, { signal }),
  });

/** What the runs of a workflow did in it, once somebody wants to see it. */
export function useTraffic(id: string) {
  const [isShown, setIsShown] = useState(false);
  const { data: coverage, error } = useQuery({ ...coverageOf(id), enabled: isShown });
  const { data: costs } = useQuery({ ...costsOf(id), enabled: isShown });
  const reports = useMemo(
    (): TrafficReports | undefined => (isShown && coverage ? { coverage, costs } : undefined),
    [isShown, coverage, costs],
  );
  return {
    isShown,
    toggle: () => setIsShown((shown) => !shown),
    reports,
    error: isShown ? error : null,
  };
}

export type ShownTraffic = ReturnType<typeof useTraffic>;
