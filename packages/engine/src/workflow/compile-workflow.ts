import {
  type AgentDefinition,
  CadenceError,
  type ChatModel,
  defaultLimits,
  type PluginKind,
  type ResolvedLimits,
  resolveLimits,
  type Tool,
  type WorkflowDefinition,
} from '@cadence/contracts';
import { type Certificate, check, kindsWith } from '@cadence/workflow';
import type { Checkpointer, CompiledGraph } from '../graph/compile-graph.ts';
import { prepareWorkflow } from '../runtime/prepared-workflow.ts';
import { maskSecrets } from '../tools/redact.ts';

/** What a workflow is compiled with. */
export interface WorkflowParts {
  /** The model of that name; the default one when there is no name. */
  model: (name: string | null | undefined) => ChatModel;
  tools?: readonly Tool[];
  /** Agents known beside those that the definition carries; its own win. */
  agents?: readonly AgentDefinition[];
  /** Node kinds that plugins bring. */
  kinds?: readonly PluginKind[];
  /** Limits where the definition sets none. */
  limits?: Partial<ResolvedLimits>;
  /** Masked in what tools return, beside keys and tokens of well-known forms. */
  secretPatterns?: readonly RegExp[];
  /** Where stored runs keep their state. */
  checkpointer?: Checkpointer;
}

/** A workflow that can run. */
export interface Workflow {
  readonly definition: WorkflowDefinition;
  readonly certificate: Certificate;
  readonly limits: ResolvedLimits;
  readonly graph: CompiledGraph;
}

/** Checks a definition and compiles it; every problem at once in `details` when it cannot. */
export async function compileWorkflow(input: unknown, parts: WorkflowParts): Promise<Workflow> {
  const tools = new Map((parts.tools ?? []).map((tool) => [tool.name, tool]));
  const defaults = { ...defaultLimits, ...parts.limits };
  const brought = parts.kinds ?? [];
  const kinds = kindsWith(brought.map(({ kind }) => kind));
  const { definition, certificate, problems } = check(input, {
    kinds,
    tools: [...tools.keys()],
    limits: defaults,
    ...(parts.agents && { agents: parts.agents }),
  });
  const errors = problems.filter((problem) => problem.severity === 'error');
  if (!definition || !certificate || errors.length > 0) {
    throw new CadenceError('WORKFLOW_INVALID', invalidMessage(input, errors.length), {
      hint: errors[0]?.hint,
      details: problems,
    });
  }
  const agents = new Map(
    [...(parts.agents ?? []), ...(definition.agents ?? [])].map((agent) => [agent.id, agent]),
  );
  const limits = resolveLimits(definition.limits, defaults);
  const prepared = prepareWorkflow(definition, {
    kinds,
    brought,
    limits,
    certificate,
    mask: maskSecrets(parts.secretPatterns),
    model: parts.model,
    tool: (name) => tools.get(name),
    agent: (id) => {
      const agent = agents.get(id);
      if (agent) return agent;
      throw new CadenceError('AGENT_NOT_FOUND', `There is no agent "${id}".`, {
        hint: 'Add it to the definition\'s "agents", or store it first.',
      });
    },
  });
  // LangGraph takes most of a second to import: only those who run a workflow pay for it.
  const { compileGraph } = await import('../graph/compile-graph.ts');
  return { definition, certificate, limits, graph: compileGraph(prepared, parts.checkpointer) };
}

function invalidMessage(input: unknown, count: number): string {
  const id = typeof input === 'object' && input !== null && 'id' in input ? ` "${String(input.id)}"` : '';
  return `The workflow${id} has ${count === 1 ? 'a problem' : `${count} problems`}.`;
}
