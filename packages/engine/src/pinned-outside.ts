// Replies and results that somebody has pinned, in the place of models and tools.
import { type ChatModel, noUsage, type PinnedReply, type RunPins } from '@cadence-agents/contracts';
import { newId } from './machine.ts';
import type { Outside } from './outside.ts';

/** Lies over what keeps a record, so that what is pinned is recorded like anything that came. */
export function pinnedOutside(outside: Outside, { replies = {}, results = {} }: RunPins): Outside {
  return {
    ...outside,
    ask(model, request, options) {
      const { speaker } = request;
      const reply = speaker !== undefined && Object.hasOwn(replies, speaker) ? replies[speaker] : undefined;
      return outside.ask(reply ? saying(reply, model) : model, request, options);
    },
    callTool(call, tool, run, signal) {
      const output = Object.hasOwn(results, call.name) ? results[call.name] : undefined;
      const given = output === undefined ? run : async () => ({ output, isError: false });
      return outside.callTool(call, tool, given, signal);
    },
  };
}

/** Nobody is asked: it uses nothing, and counts as no call. */
const saying = ({ content, toolCalls = [] }: PinnedReply, { name }: ChatModel): ChatModel => ({
  name,
  async generate(_request, { onText }) {
    if (content !== '') onText?.(content);
    return {
      content,
      toolCalls: toolCalls.map((call) => ({ ...call, id: newId() })),
      usage: noUsage,
      finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
      model: name,
    };
  },
});
