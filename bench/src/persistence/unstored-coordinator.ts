import { runTurn, type Workflow } from '@cadence/engine';
import { compileCoordinator, type ToolKind } from '../coordinator-turn/coordinator.ts';
import { scriptOf } from '../coordinator-turn/script.ts';
import { ReferenceSaver } from './reference-saver.ts';

export interface UnstoredCoordinator {
  /** As the stored coordinator's, returning how many messages there are now. */
  turn(conversationId: string, turn: number): Promise<number>;
}

/**
 * The graph of stored runs without a store. Handing the history to `runTurn` would not be the same run: it merges all
 * messages anew in every turn, which stored runs never do.
 */
export async function openUnstoredCoordinator(kind: ToolKind): Promise<UnstoredCoordinator> {
  const workflow = await compileCoordinator(kind, new ReferenceSaver());
  return {
    async turn(conversationId, turn) {
      const { question, answer } = scriptOf(turn);
      const ended = await runTurn(onThread(workflow, conversationId), { message: question });
      if (ended.answer !== answer) throw new Error(`Turn ${turn} ended ${ended.status}: ${ended.answer}`);
      return ended.messages.length;
    },
  };
}

function onThread(workflow: Workflow, id: string): Workflow {
  const { graph } = workflow;
  return {
    ...workflow,
    graph: { ...graph, run: (input, context) => graph.runStored(input, context, { id, commit: {} }) },
  };
}
