import type { PluginKind, ResolvedLimits, WorkflowDefinition, WorkflowNode } from '@cadence/contracts';
import { type Certificate, type DefinitionView, type Kinds, viewDefinition } from '@cadence/workflow';
import { prepareStep } from '../nodes/behaviours.ts';
import type { NodeSetup, NodeStep } from '../nodes/node-behaviour.ts';
import type { Masking } from '../tools/redact.ts';

export interface PreparedNode {
  node: WorkflowNode;
  step: NodeStep;
}

/** A checked definition with each node's step made ready. */
export interface PreparedWorkflow {
  definition: WorkflowDefinition;
  view: DefinitionView;
  limits: ResolvedLimits;
  certificate: Certificate;
  nodes: ReadonlyMap<string, PreparedNode>;
  /** Masks secrets in what tools return. */
  mask: Masking;
}

export function prepareWorkflow(
  definition: WorkflowDefinition,
  parts: Pick<PreparedWorkflow, 'limits' | 'certificate' | 'mask'> &
    Pick<NodeSetup, 'agent' | 'model' | 'tool'> & { kinds: Kinds; brought: readonly PluginKind[] },
): PreparedWorkflow {
  const { limits, certificate, mask, agent, model, tool, kinds, brought } = parts;
  const view = viewDefinition(definition, kinds);
  const nodes = new Map<string, PreparedNode>();
  for (const node of definition.nodes) {
    nodes.set(node.id, { node, step: prepareStep({ node, view, limits, agent, model, tool }, brought) });
  }
  return { definition, view, limits, certificate, nodes, mask };
}
