import {
  CadenceError,
  type JsonObject,
  type JsonValue,
  type Plugin,
  type PluginAgent,
  type ToolContext,
} from '@cadence-agents/contracts';
import { z } from 'zod';

/**
 * Calls one tool of the plugin as an agent would: arguments checked first, failures thrown as they are.
 *
 * @example
 * import assert from 'node:assert/strict';
 * import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
 * import { callTool } from '@cadence-agents/sdk/testing';
 * import { z } from 'zod';
 *
 * const input = z.object({ text: z.string() });
 * const shout = tool({ name: 'shout', description: 'Shouts.', input, run: ({ text }) => text.toUpperCase() });
 * const plugin = definePlugin({
 *   metadata: { name: 'Loud', version: '1.0.0', description: 'Shouts.' },
 *   createAgent: () => defineAgent({ systemPrompt: 'You shout.', tools: [shout] }),
 * });
 * assert.equal(await callTool(plugin, 'shout', { text: 'hello' }), 'HELLO');
 */
export async function callTool(
  plugin: Plugin,
  name: string,
  args: Record<string, unknown>,
  { config = {}, ...context }: Partial<ToolContext> & { config?: JsonObject } = {},
): Promise<JsonValue> {
  return callToolOf(plugin.createAgent({ config }), name, args, context);
}

export async function callToolOf(
  agent: PluginAgent,
  name: string,
  args: Record<string, unknown>,
  context: Partial<ToolContext>,
): Promise<JsonValue> {
  const tool = agent.tools.find((candidate) => candidate.name === name);
  if (!tool) {
    throw new CadenceError('TOOL_NOT_FOUND', `There is no tool "${name}".`, {
      hint: `It has: ${agent.tools.map((candidate) => candidate.name).join(', ') || 'none'}.`,
    });
  }
  const parsed = tool.input.safeParse(args);
  if (!parsed.success) {
    throw new CadenceError(
      'INPUT_INVALID',
      `The arguments of "${name}" do not fit:\n${z.prettifyError(parsed.error)}`,
      { details: parsed.error.issues },
    );
  }
  return tool.run(parsed.data, { ...quietContext(), ...context });
}

function quietContext(): ToolContext {
  return {
    signal: new AbortController().signal,
    idempotencyKey: crypto.randomUUID(),
    userId: undefined,
    conversationId: undefined,
    fetch: globalThis.fetch,
    log() {},
    emit() {},
  };
}
