// The same turn written by hand on LangGraph, as its documentation does it, read off its `messages` stream.
import { BaseChatModel, type BindToolsInput } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk, type BaseMessage, SystemMessage } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { Annotation, Command, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { printCpuPerTurn } from '../cpu-per-turn.ts';
import { startBenchModel } from './bench-model-server.ts';
import { ANSWER, COUNT, PROMPTS, QUESTION, TOKENS } from './script.ts';

const count = tool(() => COUNT, {
  name: 'count',
  description: 'Count things',
  schema: z.object({ what: z.string() }),
});
const route = tool(({ next }) => next, {
  name: 'route',
  description: 'Hand the conversation over.',
  schema: z.object({ next: z.enum(['worker']), reason: z.string().optional() }),
});

/** A model that costs next to nothing. */
class FreeModel extends BaseChatModel {
  readonly role: string;
  constructor(role: string) {
    super({});
    this.role = role;
  }
  _llmType() {
    return 'free';
  }
  override bindTools(_: BindToolsInput[]) {
    return this;
  }
  #call(messages: BaseMessage[]) {
    if (this.role === 'router') return { id: 'c1', name: 'route', args: { next: 'worker' } };
    return messages.at(-1)?.type === 'human'
      ? { id: 'c2', name: 'count', args: { what: 'bees' } }
      : undefined;
  }
  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const call = this.#call(messages);
    const message = new AIMessage({ content: call ? '' : ANSWER, tool_calls: call ? [call] : [] });
    return { generations: [{ message, text: call ? '' : ANSWER }] };
  }
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _options: unknown,
    runManager?: { handleLLMNewToken(token: string, ...rest: unknown[]): Promise<void> },
  ) {
    const call = this.#call(messages);
    for (const token of call ? [''] : TOKENS) {
      const tool_call_chunks = call
        ? [{ id: call.id, name: call.name, args: JSON.stringify(call.args), index: 0 }]
        : [];
      const chunk = new ChatGenerationChunk({
        message: new AIMessageChunk({ content: token, tool_call_chunks }),
        text: token,
      });
      yield chunk;
      await runManager?.handleLLMNewToken(token, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

const overHttp = process.argv[2] === 'http';
const server = overHttp ? await startBenchModel() : undefined;
const chat = (role: string) =>
  server
    ? new ChatOpenAI({ model: role, apiKey: 'x', maxRetries: 0, configuration: { baseURL: server.url } })
    : new FreeModel(role);

const State = Annotation.Root({ ...MessagesAnnotation.spec, next: Annotation<string>() });
const router = chat('router').bindTools([route]);
const worker = chat('worker').bindTools([count]);

const graph = new StateGraph(State)
  .addNode(
    'router',
    async (state) => {
      const reply = await router.invoke([new SystemMessage(PROMPTS.router), ...state.messages]);
      const next = String(reply.tool_calls?.[0]?.args.next ?? END);
      return new Command({ update: { next }, goto: next });
    },
    { ends: ['worker', END] },
  )
  .addNode('worker', async (state) => ({
    messages: [await worker.invoke([new SystemMessage(PROMPTS.worker), ...state.messages])],
  }))
  .addNode('tools', new ToolNode([count]))
  .addEdge(START, 'router')
  .addConditionalEdges('worker', (state) => {
    const last = state.messages.at(-1);
    return last instanceof AIMessage || last instanceof AIMessageChunk
      ? last.tool_calls?.length
        ? 'tools'
        : END
      : END;
  })
  .addEdge('tools', 'worker')
  .compile();

await printCpuPerTurn(
  async () => {
    let answer = '';
    const stream = await graph.stream(
      { messages: [{ role: 'user', content: QUESTION }] },
      { streamMode: 'messages' },
    );
    for await (const [chunk, metadata] of stream) {
      if (metadata.langgraph_node === 'worker' && typeof chunk.content === 'string') answer += chunk.content;
    }
    if (answer !== ANSWER) throw new Error(`unexpected answer: ${answer}`);
  },
  server ? { warmUp: 100, turns: 400 } : {},
);
await server?.close();
