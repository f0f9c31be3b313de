import type { ChatModel, Message, ModelReply } from '@cadence-agents/contracts';
import { type Script, scriptFor } from './script.ts';

export const roles = ['coordinator', 'search', 'math', 'synthesizer'] as const;
export type Role = (typeof roles)[number];

export const isRole = (name: string): name is Role => roles.some((role) => role === name);

/** A model in the same process that costs next to nothing: it reads no more than the messages of the turn. */
export function freeModel(role: Role): ChatModel {
  return {
    name: `free:${role}`,
    async generate({ messages }, { onText }) {
      const start = messages.findLastIndex((message) => message.role === 'user');
      const script = scriptFor(messages[start]?.content ?? '');
      const told = callOf(role, script, messages.slice(start));
      if (told)
        return reply(role, { toolCalls: [{ id: `${role}-${script.question.slice(0, 6)}`, ...told }] });
      for (const token of script.tokens) onText?.(token);
      return reply(role, { content: script.answer });
    },
  };
}

function callOf(role: Role, { query, expression }: Script, turn: readonly Message[]) {
  if (role === 'search') return { name: 'search', args: { query } };
  if (role === 'math') return { name: 'calculate', args: { expression } };
  if (role === 'synthesizer') return undefined;
  const done = turn.filter((message) => message.role === 'tool').length;
  return { name: ['goto_search_agent', 'goto_math_agent'][done] ?? 'goto_finalize', args: {} };
}

function reply(role: Role, part: Partial<ModelReply>): ModelReply {
  return {
    content: '',
    toolCalls: [],
    usage: { inputTokens: 10, outputTokens: 5, modelCalls: 1 },
    finishReason: part.toolCalls ? 'tool_calls' : 'stop',
    model: `free:${role}`,
    ...part,
  };
}
