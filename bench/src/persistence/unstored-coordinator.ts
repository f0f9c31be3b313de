import type { Message } from '@cadence-agents/contracts';
import { runTurn } from '@cadence-agents/engine';
import { compileCoordinator, type ToolKind } from '../coordinator-turn/coordinator.ts';
import { scriptOf } from '../coordinator-turn/script.ts';

export interface UnstoredCoordinator {
  /** As the stored coordinator's, returning how many messages there are now. */
  turn(conversationId: string, turn: number): Promise<number>;
}

/** The same workflow without a store: what a turn costs before anything is kept. */
export function openUnstoredCoordinator(kind: ToolKind): UnstoredCoordinator {
  const workflow = compileCoordinator(kind);
  const histories = new Map<string, Message[]>();
  return {
    async turn(conversationId, turn) {
      const { question, answer } = scriptOf(turn);
      const history = histories.get(conversationId) ?? [];
      const ended = await runTurn(workflow, { message: question, history });
      if (ended.answer !== answer) throw new Error(`Turn ${turn} ended ${ended.status}: ${ended.answer}`);
      histories.set(conversationId, ended.messages);
      return ended.messages.length;
    },
  };
}
