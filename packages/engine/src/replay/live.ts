import type { ChatModel, OutgoingFetch, Tool } from '@cadence-agents/contracts';

/** Who is asked after all. */
export interface Live {
  /** Models of these names answer anew. */
  models?: (name: string) => ChatModel;
  /** Those of them that change nothing are called again, and what they return is compared. The run goes on as it went. */
  tools?: readonly Tool[];
  /** How such tools call addresses. */
  fetch?: OutgoingFetch;
}
