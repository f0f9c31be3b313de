// A conversation in strict turns. Anthropic and Gemini want the user to begin, and the roles to alternate; ours has
// several agents in a row.
import type { AssistantMessage, ModelRequest, ToolCall, ToolMessage } from '@cadence-agents/contracts';
import { type LoadedFile, loadedFiles } from '../../files/loaded-files.ts';
import { isOthers, withSpeaker } from './speaker.ts';
import { wireCallId } from './wire-call-id.ts';

export type Turn = UserTurn | AssistantTurn;

/** What the tools returned for the turn before, and what the user said. */
export interface UserTurn {
  role: 'user';
  results: ToolMessage[];
  text: string;
  files: LoadedFile[];
}

export interface AssistantTurn {
  role: 'assistant';
  text: string;
  calls: ToolCall[];
}

// Several providers continue an assistant message at the end instead of replying to it.
const nudge: Turn = { role: 'user', results: [], text: 'Go on.', files: [] };

export function alternating({ messages, speaker }: ModelRequest): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (message.role === 'assistant') addReply(turns, message, speaker);
    else if (message.role === 'tool') {
      const result = { ...message, toolCallId: wireCallId(message.toolCallId) };
      if (last?.role === 'user') last.results.push(result);
      else turns.push({ role: 'user', results: [result], text: '', files: [] });
    } else if (last?.role === 'user') {
      last.text = joined(last.text, message.content);
      last.files.push(...loadedFiles(message));
    } else turns.push({ role: 'user', results: [], text: message.content, files: loadedFiles(message) });
  }
  if (turns[0]?.role !== 'user') turns.unshift(nudge);
  if (turns.at(-1)?.role !== 'user') turns.push(nudge);
  return turns;
}

function addReply(turns: Turn[], message: AssistantMessage, speaker: string | undefined): void {
  const said = isOthers(message, speaker) ? withSpeaker(message) : message.content;
  const text = said.trim() === '' ? '' : said;
  const calls = (message.toolCalls ?? []).map((call) => ({ ...call, id: wireCallId(call.id) }));
  if (text === '' && calls.length === 0) return;
  const last = turns.at(-1);
  if (last?.role !== 'assistant') turns.push({ role: 'assistant', text, calls });
  else {
    last.text = joined(last.text, text);
    last.calls = calls;
  }
}

const joined = (...texts: string[]) => texts.filter(Boolean).join('\n\n');
