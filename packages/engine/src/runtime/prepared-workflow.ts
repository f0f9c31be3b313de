import {
  CadenceError,
  type ResolvedLimits,
  type WorkflowDefinition,
  type WorkflowNode,
} from '@cadence/contracts';
import { type Certificate, type DefinitionView, viewDefinition } from '@cadence/workflow';
import { behaviours } from '../nodes/behaviours.ts';
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
    Pick<NodeSetup, 'agent' | 'model' | 'tool'>,
): PreparedWorkflow {
  const view = viewDefinition(definition);
  const { limits, certificate, mask, agent, model, tool } = parts;
  const nodes = new Map<string, PreparedNode>();
  for (const node of definition.nodes) {
    const behaviour = behaviours[node.nodeType];
    if (!behaviour) throw new CadenceError('INTERNAL', `The node type "${node.nodeType}" has no behaviour.`);
    nodes.set(node.id, { node, step: behaviour({ node, view, limits, agent, model, tool }) });
  }
  return { definition, view, limits, certificate, nodes, mask };
}
