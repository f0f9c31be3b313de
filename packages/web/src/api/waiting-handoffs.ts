import type { ApiHandoff } from '@cadence/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';

export const waitingHandoffs = queryOptions({
  queryKey: ['handoffs'],
  queryFn: async ({ signal }) =>
    (await request<{ items: ApiHandoff[] }>('/api/v1/handoffs', { signal })).items,
});
