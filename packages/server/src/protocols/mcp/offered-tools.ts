// What a client of /mcp is offered: workflows to ask, and single tools where the settings say so.
import { createHash } from 'node:crypto';
import type { Tool } from '@cadence/contracts';
import type { Principal } from '../../app/access/principal.ts';
import type { Cadence } from '../../cadence.ts';
import type { ListedWorkflow } from '../../workflow-catalogue.ts';

export type OfferedTool =
  | { kind: 'workflow'; name: string; workflow: ListedWorkflow }
  | { kind: 'tool'; name: string; tool: Tool };

/** `workflows`, `tools`, or the names of single ones. */
export type Exposed = readonly string[];

export async function offeredTools(
  cadence: Cadence,
  exposed: Exposed,
  { tenantId, scopes }: Principal,
): Promise<OfferedTool[]> {
  const isExposed = (kind: 'workflows' | 'tools', name: string) =>
    exposed.includes(kind) || exposed.includes(name);
  const workflows = (await cadence.workflows.list(tenantId))
    .filter(({ id }) => isExposed('workflows', id) && (scopes === null || scopes.includes(id)))
    .map((workflow) => ({ kind: 'workflow' as const, name: askName(workflow.id), workflow }));
  const taken = new Set(workflows.map(({ name }) => name));
  // A key that is bound to workflows has no use of tools beside them.
  const tools = scopes === null ? cadence.tools() : [];
  return [
    ...workflows,
    ...tools
      // There is nobody to ask for approval outside a conversation.
      .filter(
        ({ name, requiresApproval }) => !requiresApproval && isExposed('tools', name) && !taken.has(name),
      )
      .map((tool) => ({ kind: 'tool' as const, name: tool.name, tool })),
  ];
}

/** `ask_<workflow>`, with a mark where the id has what the name of a tool cannot have. */
export function askName(workflowId: string): string {
  if (/^[A-Za-z0-9_-]{1,60}$/.test(workflowId)) return `ask_${workflowId}`;
  const mark = createHash('sha256').update(workflowId).digest('hex').slice(0, 8);
  return `ask_${workflowId.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 50)}_${mark}`;
}
