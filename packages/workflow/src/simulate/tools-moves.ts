import type { NodeView } from '@cadence-agents/contracts';
import { configOf } from '../kinds/kinds.ts';
import { toolExitLabel } from '../tool-exit-label.ts';
import type { Move } from './move.ts';
import { agentAt, type Position, type Simulated } from './position.ts';

/** The calls that wait are carried out; where one of them needs it, a person is asked first. */
export function toolsMoves(simulated: Simulated, { node }: NodeView, { pending, caller }: Position): Move[] {
  const { view, tools } = simulated;
  const { tools: own, approve = [] } = configOf('TOOL_EXECUTOR', node);
  const allowed = own ?? agentAt(simulated, caller)?.tools ?? [];
  const runs = pending.filter((name) => allowed.includes(name));
  const label = toolExitLabel(view, node.id, pending);
  const needsApproval = (name: string) =>
    approve.includes(name) || tools.get(name)?.requiresApproval === true;
  if (!runs.some(needsApproval)) return [{ deed: 'works', label, runs, settles: true }];
  const asked = { label, settles: true, personAnswered: true };
  return [
    { deed: 'approves', ...asked, runs },
    { deed: 'declines', ...asked, runs: runs.filter((name) => !needsApproval(name)) },
  ];
}
