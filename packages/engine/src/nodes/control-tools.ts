import { FINALIZE_LABEL } from '@cadence-agents/workflow';
import type { NodeBehaviour } from './node-behaviour.ts';
import { FINALIZER_LABEL, gotoSlot } from './steering-tools.ts';

/** Carries out what the coordinator chose: the label of the agent, or of the synthesizer. */
export const controlTools: NodeBehaviour<'CONTROL_TOOLS'> = ({ node, view }) => {
  const served = view.nodesById.get(node.id)?.conditional;

  return async ({ turn }) => {
    const { label: chosen, reason } = gotoSlot.get(turn);
    const label = chosen === FINALIZER_LABEL ? FINALIZE_LABEL : chosen;
    const known = label !== null && served?.has(label);
    return {
      label,
      turn: gotoSlot.clear(turn),
      // Goes with the hand-over, as the task of the agent.
      ...(reason && { reason }),
      ...(!known && {
        warning: chosen === null ? 'The coordinator chose nothing.' : `There is no agent "${chosen}".`,
      }),
    };
  };
};
