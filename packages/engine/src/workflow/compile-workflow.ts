import {
  type AgentDefinition,
  CadenceError,
  type ChatModel,
  defaultLimits,
  type ResolvedLimits,
  resolveLimits,
  type Tool,
  type WorkflowDefinition,
} from '@cadence/contracts';
import { check, viewDefinition } from '@cadence/workflow';
import { behaviours } from '../nodes/behaviours.ts';
import type { NodeSetup } from '../nodes/node-behaviour.ts';
import { nativeRuntime } from '../runtime/runtime.ts';
import type { PreparedNode, Runtime, Workflow } from '../runtime/workflow.ts';
import { maskSecrets } from '../tools/redact.ts';

/** What a workflow is compiled with. */
export interface WorkflowParts {
  /** The model of that name; the default one when there is no name. */
  model: (name: string | null | undefined) => ChatModel;
  tools?: readonly Tool[];
  /** Agents known beside those that the definition carries; its own win. */
  agents?: readonly AgentDefinition[];
  /** Limits where the definition sets none. */
  limits?: Partial<ResolvedLimits>;
  /** Masked in what tools return, beside keys and tokens of well-known forms. */
  secretPatterns?: readonly RegExp[];
  /** What carries its runs out; our own loop unless another is given. */
  runtime?: Runtime;
}

/** Checks a definition and compiles it; every problem at once in `details` when it cannot. */
export function compileWorkflow(input: unknown, parts: WorkflowParts): Workflow {
  const tools = new Map((parts.tools ?? []).map((tool) => [tool.name, tool]));
  const defaults = { ...defaultLimits, ...parts.limits };
  const { definition, certificate, problems } = check(input, {
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
  const view = viewDefinition(definition);
  const nodes = prepareNodes(definition, {
    view,
    limits,
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
  const mask = maskSecrets(parts.secretPatterns);
  return { definition, view, certificate, limits, nodes, mask, runtime: parts.runtime ?? nativeRuntime };
}

function prepareNodes(
  { nodes }: WorkflowDefinition,
  setup: Omit<NodeSetup, 'node'>,
): ReadonlyMap<string, PreparedNode> {
  return new Map(
    nodes.map((node) => {
      const behaviour = behaviours[node.nodeType];
      if (!behaviour)
        throw new CadenceError('INTERNAL', `The node type "${node.nodeType}" has no behaviour.`);
      return [node.id, { node, step: behaviour({ ...setup, node }) }];
    }),
  );
}

function invalidMessage(input: unknown, count: number): string {
  const id = typeof input === 'object' && input !== null && 'id' in input ? ` "${String(input.id)}"` : '';
  return `The workflow${id} has ${count === 1 ? 'a problem' : `${count} problems`}.`;
}
