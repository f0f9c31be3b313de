// The loop that runs every workflow: take a step, commit it, go on until the turn ends or waits for a person.
import { CadenceError, type MessageUpdate, type RunState } from '@cadence-agents/contracts';
import { mergeMessages } from '../state.ts';
import { nameOf } from './routing-receipt.ts';
import type { RunContext, Runtime, TakenStep, Workflow } from './runtime.ts';
import { visitNode } from './visit.ts';

export const nativeRuntime: Runtime = {
  async run(workflow, start, context) {
    let state = start;
    do {
      const step = await takeStep(workflow, state, context);
      await context.commitStep?.(step);
      state = step.state;
    } while (state.turn.status === 'running');
    return state;
  },
};

/** Visits the node that the turn is at, and the inline ones that it leads to. */
export async function takeStep(workflow: Workflow, start: RunState, context: RunContext): Promise<TakenStep> {
  const updates: MessageUpdate[] = [];
  let state = start;
  do {
    assertCertified(workflow, state);
    const { messages, turn } = await visitNode(workflow, state, context);
    updates.push(...messages);
    state = { messages: mergeMessages(state.messages, messages), turn };
  } while (state.turn.status === 'running' && isInline(workflow, state.turn.at));
  return { node: nameOf(workflow, start.turn.at), messages: updates, state };
}

const isInline = ({ view }: Workflow, nodeId: string) => view.nodesById.get(nodeId)?.kind?.inline === true;

/** The limits end a run long before; that the certificate holds is promised, so it is made sure of. */
function assertCertified({ definition, certificate: { maxSteps } }: Workflow, { turn }: RunState): void {
  if (maxSteps === null || turn.counters.steps <= maxSteps) return;
  throw new CadenceError(
    'INTERNAL',
    `A run of "${definition.id}" would take more than the ${maxSteps} steps of its certificate.`,
  );
}
