// Which workflows have taken part in a conversation, kept with it: a key that is bound to workflows sees a conversation,
// and all that is in it, if no other has. What one workflow said is in the history that the next one works with.
import { decodeStrict, encodeStrict } from '@cadence-agents/contracts';

/** Where the conversation, under this name, is one for `$scopes`. */
export const inScopes = (
  conversation: string,
) => `(${conversation}.workflows_json IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM ITEMS_OF(${conversation}.workflows_json) AS spoken WHERE spoken.value NOT IN ITEMS_OF($scopes)))`;

export const scopesParam = (scopes: readonly string[] | undefined): string | null =>
  scopes === undefined ? null : encodeStrict([...scopes], 'scopes');

export const noWorkflows = '[]';

/** The list with one more. Where nobody knows what was there before, it stays so. */
export function withWorkflow(workflowsJson: string | null, workflowId: string): string | null {
  if (workflowsJson === null) return null;
  const known = decodeStrict<string[]>(workflowsJson);
  return known.includes(workflowId) ? workflowsJson : encodeStrict([...known, workflowId], 'workflows');
}
