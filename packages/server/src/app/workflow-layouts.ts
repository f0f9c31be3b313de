import { CadenceError, type WorkflowLayout, workflowDefinitionSchema } from '@cadence-agents/contracts';
import { audited } from './access/audited.ts';
import type { Principal } from './access/principal.ts';
import { demandScope } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { findWorkflow, noWorkflow } from './workflows.ts';

/** Where people have put its nodes; `null` when nobody has. */
export async function workflowLayout(
  context: Pick<AppContext, 'store' | 'workflows'>,
  principal: Principal,
  id: string,
): Promise<WorkflowLayout | null> {
  await findWorkflow(context, principal, id);
  return (await context.store.workflows.layout(principal.tenantId, id)) ?? null;
}

const nodesSchema = workflowDefinitionSchema.pick({ nodes: true }).loose();

/** Keeps the places of the nodes that the workflow has; those of others are dropped. */
export function saveLayout(
  context: Pick<AppContext, 'store' | 'log' | 'workflows'>,
  principal: Principal,
  { id, layout }: { id: string; layout: WorkflowLayout },
): Promise<WorkflowLayout> {
  return audited(context, principal, 'workflow.layout', id, async () => {
    demandScope(principal, id);
    const { tenantId } = principal;
    const stored = context.store.workflows;
    const draft = nodesSchema.safeParse(await stored.draft(tenantId, id)).data;
    if (draft === undefined) throw context.workflows.isBuiltIn(id) ? builtIn(id) : noWorkflow(id);
    const known = new Set(draft.nodes.map((node) => node.id));
    const kept = { ...layout, nodes: layout.nodes.filter((node) => known.has(node.id)) };
    await stored.keepLayout(tenantId, id, kept);
    return kept;
  });
}

const builtIn = (id: string) =>
  new CadenceError('WORKFLOW_BUILT_IN', `The workflow "${id}" is built in.`, {
    hint: 'Store a workflow of your own under another id.',
  });
