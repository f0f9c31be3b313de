// What a client of /mcp is offered: workflows to ask, and single tools where the settings say so.
import { createHash } from 'node:crypto';
import type { Tool } from '@cadence-agents/contracts';
import type { Principal } from '../../app/access/principal.ts';
import type { AppContext } from '../../app/app-context.ts';
import { callableTools } from '../../app/call-tool.ts';
import { usableWorkflows } from '../../app/workflows.ts';
import type { ListedWorkflow } from '../../workflows/workflow-catalogue.ts';

export type OfferedTool =
  | { kind: 'workflow'; name: string; workflow: ListedWorkflow }
  | { kind: 'tool'; name: string; tool: Tool };

export async function offeredTools(context: AppContext, principal: Principal): Promise<OfferedTool[]> {
  await context.mcpServers.tried();
  // `workflows`, `tools`, or the names of single ones.
  const { mcpExpose: exposed } = context.settings;
  const isExposed = (kind: 'workflows' | 'tools', name: string) =>
    exposed.includes(kind) || exposed.includes(name);
  const workflows = (await usableWorkflows(context, principal))
    .filter(({ id }) => isExposed('workflows', id))
    .map((workflow) => ({ kind: 'workflow' as const, name: askName(workflow.id), workflow }));
  const taken = new Set(workflows.map(({ name }) => name));
  const tools = callableTools(context, principal)
    .filter(({ name }) => isExposed('tools', name) && !taken.has(name))
    .map((tool) => ({ kind: 'tool' as const, name: tool.name, tool }));
  return [...workflows, ...tools];
}

/** `ask_<workflow>`, with a mark where the id has what the name of a tool cannot have. */
export function askName(workflowId: string): string {
  if (/^[A-Za-z0-9_-]{1,60}$/.test(workflowId)) return `ask_${workflowId}`;
  const mark = createHash('sha256').update(workflowId).digest('hex').slice(0, 8);
  return `ask_${workflowId.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 50)}_${mark}`;
}
