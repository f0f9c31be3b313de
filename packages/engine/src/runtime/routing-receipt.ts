// Where a visit led, by which rule, and what had been counted by then.
import type { RoutingReceipt, TurnState } from '@cadence-agents/contracts';
import type { RouteChoice } from '@cadence-agents/workflow';
import type { NodeResult } from '../nodes/node-behaviour.ts';
import type { Workflow } from './runtime.ts';
import type { Visit } from './visit-context.ts';

export const nameOf = ({ view }: Workflow, nodeId: string) =>
  view.nodesById.get(nodeId)?.node.nodeName ?? nodeId;

/** Says where a visit led, and why. */
export function tell({ run, emit }: Visit, routing: RoutingReceipt): void {
  emit('on_route', routing);
  const { from, to, label, rule, warning } = routing;
  run.log.debug('routed', { runId: run.runId, from, to, label, rule });
  if (warning) run.log.warn('routed with a warning', { runId: run.runId, from, to, warning });
}

export function receipt(
  { workflow, prepared }: Visit,
  { rule, to, candidates, warning }: RouteChoice,
  turn: TurnState,
  { label, reason, warning: own }: Pick<NodeResult, 'label' | 'reason' | 'warning'>,
): RoutingReceipt {
  const warnings = [own, warning].filter(Boolean).join(' ');
  return {
    from: prepared.node.nodeName,
    to: to === null ? null : nameOf(workflow, to),
    label,
    rule,
    candidates,
    counters: turn.counters,
    ...(reason && { reason }),
    ...(warnings && { warning: warnings }),
  };
}
