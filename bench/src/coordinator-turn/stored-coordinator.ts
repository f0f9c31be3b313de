import type { Message } from '@cadence-agents/contracts';
import { createModels, silentLog, type Workflow } from '@cadence-agents/engine';
import { openConversations } from '@cadence-agents/server';
import { compileCoordinator, type FindModel, type ToolKind } from './coordinator.ts';
import { scriptOf } from './script.ts';

export interface StoredCoordinator {
  /** Carries out that turn of the conversation; throws when it does not end as scripted. */
  turn(conversationId: string, turn: number): Promise<void>;
  /** The messages of the conversation as they are stored. */
  messages(conversationId: string): Promise<Message[]>;
  /** How many steps of the conversation are stored; nodes may share one. */
  steps(conversationId: string): Promise<number>;
  close(): Promise<void>;
}

interface Options {
  foldLog?: boolean;
  records?: boolean;
  /** Where its models answer; without one they answer in this process. */
  modelUrl?: string;
}

/** The coordinator on SQLite in the folder: every step, event, tool call and receipt stored. */
export async function openStoredCoordinator(
  dataDir: string,
  kind: ToolKind,
  { foldLog = true, records = true, modelUrl }: Options = {},
): Promise<StoredCoordinator> {
  let workflow: Workflow | undefined;
  const conversations = await openConversations({
    storage: { dataDir, ...(!foldLog && { walAutocheckpoint: 0 }) },
    log: silentLog,
    records: () => records,
    workflowFor: async () => {
      workflow ??= compileCoordinator(kind, modelUrl === undefined ? undefined : modelsAt(modelUrl));
      return workflow;
    },
  });
  const { states } = conversations.store;
  return {
    async turn(conversationId, turn) {
      const { question, answer } = scriptOf(turn);
      const { id } = await conversations.send({
        message: question,
        workflowId: 'coordinator',
        conversationId,
      });
      const run = await conversations.wait(id);
      // What the worker does after a run is part of the turn.
      await conversations.idle();
      if (run.answer !== answer) throw new Error(`Turn ${turn} ended ${run.status}: ${run.answer}`);
    },
    messages: async (conversationId) => (await states.latest(conversationId))?.messages ?? [],
    steps: async (conversationId) => (await states.list(conversationId)).length,
    close: () => conversations.close(),
  };
}

function modelsAt(url: string): FindModel {
  const models = createModels({
    defaultModel: 'openai:coordinator',
    env: { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'none' },
    timeoutMs: 60_000,
    maxRetries: 2,
  });
  return (name) => models.get(`openai:${name}`);
}
