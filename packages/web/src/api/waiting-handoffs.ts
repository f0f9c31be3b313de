import type { HandoffRecord } from '@cadence/contracts';
import { queryOptions } from '@tanstack/react-query';
import { listOf } from './list-of.ts';
import { request } from './request.ts';

export const waitingHandoffs = queryOptions({
  queryKey: ['handoffs'],
  queryFn: async ({ signal }) => listOf<HandoffRecord>(await request('/api/v1/handoffs', { signal })),
});
