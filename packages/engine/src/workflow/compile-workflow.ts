import {
  type AgentDefinition,
  CadenceError,
  type ChatModel,
  defaultLimits,
  type OutgoingFetch,
  type PluginKind,
  type ResolvedLimits,
  resolveLimits,
  type Tool,
  type WorkflowDefinition,
  type WorkflowNode,
} from '@cadence-agents/contracts';
import {
  check,
  type KindConfig,
  kindsWith,
  type LinearPattern,
  viewDefinition,
} from '@cadence-agents/workflow';
import { maskSecrets } from '../masking/redact.ts';
import { noSecrets, type SecretValues } from '../masking/secret-values.ts';
import { prepareStep } from '../nodes/behaviours.ts';
import { admission } from '../nodes/ingress.ts';
import type { NodeSetup } from '../nodes/node-behaviour.ts';
import { nativeRuntime } from '../runtime/native-runtime.ts';
import type { PreparedNode, Runtime, Workflow } from '../runtime/runtime.ts';
import type { Safety } from '../runtime/safety.ts';
import { grantedTools } from '../tools/granted-tools.ts';

/** As an INGRESS node has them for its own workflow. */
export type SafetySettings = Omit<KindConfig<'INGRESS'>, 'windowTokens'>;

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
  secretPatterns?: readonly (RegExp | LinearPattern)[];
  /** How tools call addresses that somebody chose; they call none when absent. */
  fetch?: OutgoingFetch;
  /** Masked in whatever tools, plugins and models say. */
  secrets?: SecretValues;
  /** What messages and users may do, whatever the definition says. */
  safety?: SafetySettings | undefined;
  /** What carries its runs out; our own loop unless another is given. */
  runtime?: Runtime;
}

/** Checks a definition and compiles it; every problem at once in `details` when it cannot. */
export function compileWorkflow(input: unknown, parts: WorkflowParts): Workflow {
  const tools = new Map((parts.tools ?? []).map((tool) => [tool.name, tool]));
  const defaults = { ...defaultLimits, ...parts.limits };
  const brought = parts.kinds ?? [];
  const kinds = kindsWith(brought.map(({ kind }) => kind));
  const { definition, certificate, problems } = check(input, {
    kinds,
    tools: [...tools.keys()],
    limits: defaults,
    // Whether they hold was told when the workflow was stored; a run need not wait for that.
    policies: false,
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
  const view = viewDefinition(definition, kinds);
  const tool = (name: string) => tools.get(name);
  const models = new Set<ChatModel>();
  const nodes = prepareNodes(definition, brought, {
    view,
    limits,
    model: (name) => {
      const model = parts.model(name);
      models.add(model);
      return model;
    },
    tool,
    agent: (id) => {
      const agent = agents.get(id);
      if (agent) return agent;
      throw new CadenceError('AGENT_NOT_FOUND', `There is no agent "${id}".`, {
        hint: 'Add it to the definition\'s "agents", or store it first.',
      });
    },
  });
  const { secrets = noSecrets } = parts;
  const byForm = maskSecrets(parts.secretPatterns);
  const writerAt = (nodeId: string) => {
    const agentId = view.nodesById.get(nodeId)?.node.agentId;
    return parts.model(agentId ? agents.get(agentId)?.model : undefined);
  };
  return {
    definition,
    view,
    certificate,
    limits,
    nodes,
    tool,
    fetch: parts.fetch ?? noFetch,
    mask: (text) => secrets.mask(byForm(text)),
    secrets,
    models,
    defaultModel: () => defaultModel(parts.model),
    writerAt,
    ...(parts.safety && { safety: safetyOf(parts.safety, parts.model) }),
    runtime: parts.runtime ?? nativeRuntime,
  };
}

function defaultModel(model: WorkflowParts['model']): string {
  try {
    return model(undefined).name;
  } catch {
    // The settings name none that there is; it may be that nobody needs it.
    return '';
  }
}

const safetyOf = (rules: SafetySettings, model: WorkflowParts['model']): Safety => ({
  refusalOf: admission(rules, model),
  toolsOf: (profile) => grantedTools(profile, rules.toolsByRole),
});

const noFetch: OutgoingFetch = async () => {
  throw new CadenceError('ADDRESS_REFUSED', 'Nothing outside can be called from here.', {
    hint: 'Whoever compiles the workflow can give it a way out: { fetch }.',
  });
};

function prepareNodes(
  { nodes }: WorkflowDefinition,
  brought: readonly PluginKind[],
  setup: Omit<NodeSetup, 'node'>,
): ReadonlyMap<string, PreparedNode> {
  return new Map(
    nodes.map((node) => {
      const step = prepareStep({ ...setup, node }, brought);
      return [node.id, { node, step, callLimits: callLimitsOf(node, setup.limits) }];
    }),
  );
}

/** A node may set a window of its own. */
function callLimitsOf(
  { config }: WorkflowNode,
  { windowTokens, maxOutputTokens }: ResolvedLimits,
): PreparedNode['callLimits'] {
  const own = config?.windowTokens;
  return { windowTokens: typeof own === 'number' ? own : windowTokens, maxOutputTokens };
}

function invalidMessage(input: unknown, count: number): string {
  const id = typeof input === 'object' && input !== null && 'id' in input ? ` "${String(input.id)}"` : '';
  return `The workflow${id} has ${count === 1 ? 'a problem' : `${count} problems`}.`;
}
