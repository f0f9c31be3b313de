import type { ChatModel, JsonObject, ModelRequest } from '@cadence-agents/contracts';

/** A reply with more than text. */
export interface ScriptedTurn {
  content?: string;
  toolCalls?: readonly { name: string; args?: JsonObject }[];
}

/** Replies in the order in which they are given; a string is a reply's text. */
export type Script = readonly (string | ScriptedTurn)[];

/** A model that gives the replies of its script, and keeps what it was asked. */
export interface ScriptedModel extends ChatModel {
  /** What was asked so far, in order. */
  readonly requests: readonly ModelRequest[];
}

/**
 * A chat model whose replies are given in advance.
 *
 * @example
 * import assert from 'node:assert/strict';
 * import { scriptedModel } from '@cadence-agents/sdk/testing';
 *
 * const model = scriptedModel(['Hello.']);
 * const request = { system: 'You greet.', messages: [], tools: [] };
 * const { content } = await model.generate(request, { signal: AbortSignal.timeout(1000) });
 * assert.equal(content, 'Hello.');
 * assert.equal(model.requests[0]?.system, 'You greet.');
 */
export function scriptedModel(script: Script): ScriptedModel {
  const requests: ModelRequest[] = [];
  let calls = 0;
  return {
    name: 'scripted:model',
    requests,
    async generate(request) {
      const reply = script[requests.push(structuredClone(request)) - 1];
      if (reply === undefined)
        throw new Error(`The script has ${script.length} replies, and the agent asked for one more.`);
      const turn = typeof reply === 'string' ? { content: reply } : reply;
      const toolCalls = (turn.toolCalls ?? []).map(({ name, args }) => {
        calls += 1;
        return { id: `call_${calls}`, name, args: structuredClone(args ?? {}) };
      });
      return {
        content: turn.content ?? '',
        toolCalls,
        usage: { inputTokens: 0, outputTokens: 0, modelCalls: 1 },
        finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
        model: 'scripted:model',
      };
    },
  };
}
