// Which rows there are for a principal: by tenant, by owner, and by the workflows that took part.
import {
  CadenceError,
  type ConversationRecord,
  draftTrialId,
  type KeyRecord,
  type Owner,
  type RowFilter,
  roleReaches,
  type Store,
  triedWorkflowId,
} from '@cadence-agents/contracts';
import type { Principal } from './principal.ts';

/** Who is bound to a workflow is bound to the trials of its draft too. */
const withTrials = (scopes: readonly string[]): string[] => [...scopes, ...scopes.map(draftTrialId)];

/** What a listing is narrowed to. */
export function visibleRows({ userId, scopes }: Principal): RowFilter {
  return { ...(userId !== null && { ownerId: userId }), ...(scopes && { scopes: withTrials(scopes) }) };
}

export function seesConversation(principal: Principal, conversation: ConversationRecord): boolean {
  const { scopes } = principal;
  if (!owns(principal, conversation)) return false;
  return scopes === null || (conversation.workflows?.every((id) => mayUse(principal, id)) ?? false);
}

/** Whether it may see what is in a conversation: a run, a hand-off. */
export async function seesInside(
  { store }: { store: Pick<Store, 'conversations'> },
  principal: Principal,
  row: Owner & { conversationId: string },
): Promise<boolean> {
  if (!owns(principal, row)) return false;
  if (principal.scopes === null) return true;
  const conversation = await store.conversations.get(principal.tenantId, row.conversationId);
  return conversation !== undefined && seesConversation({ ...principal, userId: null }, conversation);
}

function owns({ tenantId, userId }: Principal, row: Owner): boolean {
  return row.tenantId === tenantId && (userId === null || row.ownerId === userId);
}

export function mayUse({ scopes }: Principal, workflowId: string): boolean {
  return scopes === null || scopes.includes(triedWorkflowId(workflowId));
}

/** A key that is bound to some workflows does not see that there are others. */
export function demandScope(principal: Principal, workflowId: string): void {
  if (mayUse(principal, workflowId)) return;
  throw new CadenceError('WORKFLOW_NOT_FOUND', `There is no workflow "${workflowId}" for this key.`, {
    hint: `The key is for: ${principal.scopes?.join(', ')}.`,
  });
}

type Powers = Pick<KeyRecord, 'role' | 'userId' | 'scopes'>;

/** Whether a key has no more than the principal: what it lacks by itself, it must not get through a key. */
export function reachesKey(principal: Principal, { role, userId, scopes }: Powers): boolean {
  return (
    roleReaches(principal.role, role) &&
    (principal.userId === null || principal.userId === userId) &&
    (principal.scopes === null || (scopes?.every((id) => mayUse(principal, id)) ?? false))
  );
}
