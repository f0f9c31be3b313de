import type { ApiHandoff } from '@cadence-agents/contracts';
import { texts } from '../../texts.ts';

export const isApproval = ({ calls }: ApiHandoff): boolean => calls !== null && calls.length > 0;

/** What is asked, in one line; the arguments of calls have a place of their own. */
export function titleOf({ calls, question }: ApiHandoff): string {
  if (calls === null || calls.length === 0) return question;
  return texts.shell.approvalOf(calls.map(({ name }) => name));
}
