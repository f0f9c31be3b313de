import type { ModelReply, ToolCall } from '@cadence-agents/contracts';
import { callsInText } from './calls-in-text.ts';
import { findJsonObject } from './find-json.ts';
import { matchName } from './match-name.ts';

export interface ReadCalls {
  /** What the reply says beside its calls. */
  content: string;
  /** Calls of tools that exist, with arguments that could be read, each with an id of its own. */
  calls: ToolCall[];
  /** Those that cannot be carried out, as the model sent them. */
  unusable: ToolCall[];
  /** What is wrong with them, in words for the model. */
  problems: string[];
}

interface Offer {
  names: readonly string[];
  /** Whether a name that is nearly this one may be taken for it. */
  mayGuess: (name: string) => boolean;
  newId: () => string;
}

/** The tool calls of a reply, with names and arguments made out as well as they can be. */
export function readCalls(
  { content, toolCalls }: Pick<ModelReply, 'content' | 'toolCalls'>,
  offer: Offer,
): ReadCalls {
  const written = toolCalls.length > 0 ? [] : callsInText(content, offer.names, offer.newId);
  if (written.length > 0) return { content: '', calls: written, unusable: [], problems: [] };
  const read: ReadCalls = { content, calls: [], unusable: [], problems: [] };
  for (const call of withOwnIds(toolCalls, offer.newId)) {
    const name = nameOf(call, offer);
    const args = call.malformed === undefined ? call.args : findJsonObject(call.malformed);
    if (name !== undefined && args !== undefined) {
      read.calls.push({ id: call.id, name, args });
      continue;
    }
    read.unusable.push(call);
    if (name === undefined) read.problems.push(`There is no tool "${call.name}".`);
    if (args === undefined) read.problems.push(`The arguments of "${call.name}" are not a JSON object.`);
  }
  return read;
}

function nameOf({ name }: ToolCall, { names, mayGuess }: Offer): string | undefined {
  const matched = matchName(name, names, { guess: false });
  if (matched !== undefined) return matched;
  const guessed = matchName(name, names, { guess: true });
  return guessed !== undefined && mayGuess(guessed) ? guessed : undefined;
}

/** The same call sent twice is one call; another one under a known id gets an id of its own. */
function withOwnIds(calls: readonly ToolCall[], newId: () => string): ToolCall[] {
  const byId = new Map<string, string>();
  return calls.flatMap((call) => {
    const content = JSON.stringify([call.name, call.args, call.malformed]);
    const known = byId.get(call.id);
    if (known === content) return [];
    const own = known === undefined ? call : { ...call, id: newId() };
    byId.set(own.id, content);
    return [own];
  });
}
