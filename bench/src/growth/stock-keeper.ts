// The same conversation in a graph built by hand as LangGraph's documentation does it, kept by its SQLite saver. That
// saver comes from an installation elsewhere: its native better-sqlite3 would weigh on every install of Cadence.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import {
  Annotation,
  type BaseCheckpointSaver,
  END,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';
import { type Script, scriptFor, scriptOf } from '../coordinator-turn/script.ts';
import type { Keeper } from './bytes-by-turn.ts';

interface StockSaver extends BaseCheckpointSaver {
  db: { pragma(text: string): unknown; close(): void };
  setup(): void;
}

interface StockSaverModule {
  SqliteSaver: { fromConnString(file: string): StockSaver };
}

const file = 'stock.db';

const moduleFile = (installation: string) =>
  join(installation, 'node_modules/@langchain/langgraph-checkpoint-sqlite/dist/index.js');

export const hasStockSaver = (installation: string): boolean => existsSync(moduleFile(installation));

export async function openStockKeeper(dataDir: string, installation: string): Promise<Keeper> {
  const { SqliteSaver }: StockSaverModule = await import(pathToFileURL(moduleFile(installation)).href);
  const saver = SqliteSaver.fromConnString(join(dataDir, file));
  saver.setup();
  saver.db.pragma('wal_autocheckpoint = 0');
  const graph = buildGraph(saver);
  return {
    file,
    async turn(turn) {
      const { question, answer } = scriptOf(turn);
      const { messages } = await graph.invoke(
        { messages: [new HumanMessage(question)] },
        { configurable: { thread_id: 'one conversation' } },
      );
      if (messages.at(-1)?.text !== answer)
        throw new Error(`Turn ${turn} ended with ${messages.at(-1)?.text}`);
    },
    close: async () => saver.db.close(),
  };
}

const search = tool(({ query }) => scriptFor(query).found, {
  name: 'search',
  description: 'Finds information',
  schema: z.object({ query: z.string() }),
});
const calculate = tool(({ expression }) => scriptFor(expression).result, {
  name: 'calculate',
  description: 'Calculates',
  schema: z.object({ expression: z.string() }),
});

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  next: Annotation<'search' | 'math' | 'finish'>(),
});

function buildGraph(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(State)
    .addNode('coordinator', (state) => ({ next: nextOf(state) }))
    .addNode('search', (state) => say(state, ({ query }) => call('search', { query })))
    .addNode('math', (state) => say(state, ({ expression }) => call('calculate', { expression })))
    .addNode('tools', new ToolNode([search, calculate]))
    .addNode('synthesizer', (state) => say(state, ({ answer }) => new AIMessage(answer)))
    .addEdge(START, 'coordinator')
    .addConditionalEdges('coordinator', (state) => state.next, {
      search: 'search',
      math: 'math',
      finish: 'synthesizer',
    })
    .addEdge('search', 'tools')
    .addEdge('math', 'tools')
    .addEdge('tools', 'coordinator')
    .addEdge('synthesizer', END)
    .compile({ checkpointer });
}

type Said = Pick<typeof State.State, 'messages'>;

const lastQuestion = ({ messages }: Said) => messages.findLastIndex((message) => message.type === 'human');

function nextOf(state: Said): 'search' | 'math' | 'finish' {
  const done = state.messages.slice(lastQuestion(state)).filter((message) => message.type === 'tool').length;
  return (['search', 'math'] as const)[done] ?? 'finish';
}

const say = (state: Said, reply: (script: Script) => AIMessage) => ({
  messages: [reply(scriptFor(state.messages[lastQuestion(state)]?.text ?? ''))],
});

const call = (name: string, args: Record<string, string>) =>
  new AIMessage({
    content: '',
    tool_calls: [{ id: `${name}-${Number.parseInt(Object.values(args).join(), 10)}`, name, args }],
  });
