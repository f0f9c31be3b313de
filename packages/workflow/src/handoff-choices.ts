import type { WorkflowNode } from '@cadence/contracts';
import type { DefinitionView } from './definition-view.ts';
import { readHandoffConfig } from './kinds/handoff-config.ts';

/** Labels a person may pick at a hand-off; none means that the answer is free and follows the ALWAYS edge. */
export function handoffChoices(view: DefinitionView, node: WorkflowNode): string[] {
  const given = readHandoffConfig(node)?.choices;
  return given ?? [...(view.nodesById.get(node.id)?.conditional.keys() ?? [])];
}
