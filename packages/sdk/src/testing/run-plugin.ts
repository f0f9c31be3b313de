// One turn of a plugin's agent without an engine, so that an author can test it.
import {
  CadenceError,
  type ChatModel,
  type JsonObject,
  type Message,
  type Plugin,
  type PluginAgent,
  type ToolCall,
  type ToolSpec,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { callToolOf } from './call-tool.ts';
import { type Script, scriptedModel } from './scripted-model.ts';

const MAX_ROUNDS = 10;

/** The message, and who answers it: a model, or the replies that a scripted one gives. */
export type RunPluginOptions = {
  message: string;
  userId?: string;
  /** What is entered for the plugin; its defaults otherwise. */
  config?: JsonObject;
} & ({ model: ChatModel; script?: never } | { script: Script; model?: never });

/** One call that the agent made. */
export interface ToolCallResult {
  name: string;
  args: JsonObject;
  /** The text that the model read. */
  output: string;
  /** What the tool threw, or why it was not run. */
  error?: unknown;
}

/** What the agent said and did. */
export interface PluginRun {
  answer: string;
  messages: readonly Message[];
  toolCalls: readonly ToolCallResult[];
}

/**
 * The plugin's agent at work on one message: the model and its tools in turn, until it calls none.
 *
 * @example
 * import assert from 'node:assert/strict';
 * import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
 * import { runPlugin } from '@cadence-agents/sdk/testing';
 * import { z } from 'zod';
 *
 * const input = z.object({ text: z.string() });
 * const shout = tool({ name: 'shout', description: 'Shouts.', input, run: ({ text }) => text.toUpperCase() });
 * const plugin = definePlugin({
 *   metadata: { name: 'Loud', version: '1.0.0', description: 'Shouts.' },
 *   createAgent: () => defineAgent({ systemPrompt: 'You shout.', tools: [shout] }),
 * });
 * const script = [{ toolCalls: [{ name: 'shout', args: { text: 'hello' } }] }, 'It says HELLO.'];
 * const { answer, toolCalls } = await runPlugin(plugin, { message: 'Shout hello.', script });
 * assert.deepEqual([answer, toolCalls[0]?.output], ['It says HELLO.', 'HELLO']);
 */
export async function runPlugin(plugin: Plugin, options: RunPluginOptions): Promise<PluginRun> {
  const agent = plugin.createAgent({ config: options.config ?? {} });
  const model = options.model ?? scriptedModel(options.script);
  const messages: Message[] = [{ id: 'm0', role: 'user', content: options.message }];
  const toolCalls: ToolCallResult[] = [];
  const newId = () => `m${messages.length}`;

  for (let round = 0; round < MAX_ROUNDS; round++) {
    const request = { system: agent.systemPrompt, messages: [...messages], tools: agent.tools.map(toolSpec) };
    const reply = await model.generate(request, { signal: new AbortController().signal });
    const calls = reply.toolCalls;
    messages.push({
      id: newId(),
      role: 'assistant',
      content: reply.content,
      ...(calls.length > 0 && { toolCalls: calls }),
    });
    if (calls.length === 0) return { answer: reply.content, messages, toolCalls };
    for (const call of calls) {
      const result = await resultOf(agent, call, options.userId);
      toolCalls.push(result);
      messages.push({
        id: newId(),
        role: 'tool',
        toolCallId: call.id,
        toolName: call.name,
        content: result.output,
        ...('error' in result && { isError: true }),
      });
    }
  }
  throw new CadenceError('PLUGIN_FAILED', `The agent gave no answer within ${MAX_ROUNDS} rounds.`, {
    hint: 'Let the model, or the script, end with a reply that calls no tool.',
  });
}

async function resultOf(
  agent: PluginAgent,
  { id, name, args }: ToolCall,
  userId: string | undefined,
): Promise<ToolCallResult> {
  try {
    const output = await callToolOf(agent, name, args, { idempotencyKey: id, userId });
    return { name, args, output: typeof output === 'string' ? output : JSON.stringify(output) };
  } catch (error) {
    // As in the engine: the model reads no foreign error text. The test does, in `error`.
    const output = CadenceError.is(error) ? error.message : `The tool "${name}" failed.`;
    return { name, args, output, error };
  }
}

const anyJson = z.record(z.string(), z.json());

function toolSpec({ name, description, input }: PluginAgent['tools'][number]): ToolSpec {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input' });
  return { name, description, parameters: anyJson.parse(parameters) };
}
