import type {
  ChatModel,
  ModelCallOptions,
  ModelReply,
  ModelRequest,
  ToolCall,
} from '@cadence-agents/contracts';
import { deepFreeze } from './deep-freeze.ts';
import { nextReply } from './next-reply.ts';
import {
  hang,
  type Script,
  type ScriptedMessage,
  type ScriptedReply,
  type ScriptedToolCall,
} from './scripted-reply.ts';
import { splitTokens } from './split-tokens.ts';
import { untilAborted } from './until-aborted.ts';

export interface ScriptedModelOptions {
  /** Default `scripted:model`. */
  name?: string;
}

export interface ScriptedModel extends ChatModel {
  /** What was asked, in order: frozen copies, as the requests were at the time of the call. */
  readonly requests: readonly ModelRequest[];
}

// The same for every reply, so that a test can add it up in its head.
const defaultUsage = { inputTokens: 10, outputTokens: 5, modelCalls: 1 };

async function streamText(content: string, { onText, signal }: ModelCallOptions): Promise<void> {
  if (!onText) return;
  for (const token of splitTokens(content)) {
    onText(token);
    // A turn of the microtask queue between tokens lets a caller that aborts on one stop the rest.
    await Promise.resolve();
    signal.throwIfAborted();
  }
}

function asMessage(reply: Exclude<ScriptedReply, Error>): ScriptedMessage {
  if (typeof reply === 'string') return { content: reply };
  return reply === hang ? { afterText: hang } : reply;
}

function toolCall(call: ScriptedToolCall, newId: () => string): ToolCall {
  return {
    id: call.id ?? newId(),
    name: call.name,
    args: structuredClone(call.args ?? {}),
    ...(call.malformed !== undefined && { malformed: call.malformed }),
  };
}

function assembleReply(message: ScriptedMessage, model: string, newId: () => string): ModelReply {
  const toolCalls = (message.toolCalls ?? []).map((call) => toolCall(call, newId));
  return {
    content: message.content ?? '',
    toolCalls,
    usage: { ...defaultUsage, ...message.usage },
    finishReason: message.finishReason ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    model,
  };
}

/** A chat model whose replies are given in advance. */
export function scriptedModel(script: Script, options: ScriptedModelOptions = {}): ScriptedModel {
  const name = options.name ?? 'scripted:model';
  const requests: ModelRequest[] = [];
  let handedOut = 0;
  const newId = () => {
    handedOut += 1;
    return `call_${handedOut}`;
  };

  return {
    name,
    requests,
    async generate(request, call) {
      call.signal.throwIfAborted();
      const asked = deepFreeze(structuredClone(request));
      const callIndex = requests.push(asked) - 1;
      const reply = await untilAborted(nextReply(script, asked, callIndex, name), call.signal);
      if (reply instanceof Error) throw reply;
      const message = asMessage(reply);
      await streamText(message.content ?? '', call);
      if (message.afterText instanceof Error) throw message.afterText;
      if (message.afterText === hang)
        return untilAborted(Promise.withResolvers<never>().promise, call.signal);
      return assembleReply(message, name, newId);
    },
  };
}
