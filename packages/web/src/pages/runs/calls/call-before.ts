import type { ApiModelCall } from '@cadence-agents/contracts';

/** The call that one is best read against: the last one before it that the same node made. */
export const callBefore = (calls: readonly ApiModelCall[], call: ApiModelCall): ApiModelCall | undefined =>
  calls.findLast(({ number, node }) => number < call.number && node === call.node);
