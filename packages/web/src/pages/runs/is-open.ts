import type { ApiRun } from '@cadence-agents/contracts';

/** Whether more is to come of it. */
export const isOpen = (status: ApiRun['status']) =>
  status === 'queued' || status === 'running' || status === 'awaiting_human';
