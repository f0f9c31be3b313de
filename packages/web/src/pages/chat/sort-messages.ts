import {
  type ApiRun,
  type AssistantMessage,
  inputIdOf,
  type Message,
  type UserMessage,
} from '@cadence-agents/contracts';

export interface SortedMessages {
  /** What was said before the first of the runs, as in the conversation that this one was forked from. */
  before: (UserMessage | AssistantMessage)[];
  /** What a person answered in the middle of a run, by its id. */
  replies: ReadonlyMap<string, string[]>;
  /** The last that was said in a run, by its id. */
  answers: ReadonlyMap<string, AssistantMessage>;
  /** The calls of tools that a run made, by its id. */
  calls: ReadonlyMap<string, MadeCall[]>;
}

/** A call of a tool, and what came of it. */
export interface MadeCall {
  id: string;
  tool: string;
  input: unknown;
  /** `null` while it is at work, or when it was cut off. */
  output: string | null;
  isError: boolean;
}

/** The messages that are neither the question nor the answer of one of the runs, which are all that are known. */
export function sortMessages(
  messages: readonly Message[],
  runs: readonly Pick<ApiRun, 'id' | 'inputId'>[],
): SortedMessages {
  const runOf = new Map(
    runs.flatMap(({ id, inputId }) => [[inputId, id] as const, [inputIdOf(id), id] as const]),
  );
  const before: SortedMessages['before'] = [];
  const replies = new Map<string, string[]>();
  const answers = new Map<string, AssistantMessage>();
  const calls = new Map<string, MadeCall[]>();
  let current: string | undefined;
  for (const message of messages) {
    const { id, role, content } = message;
    const begun = runOf.get(id);
    if (current !== undefined) addCalls(calls, current, message);
    if (begun !== undefined) current = begun;
    else if (current !== undefined && role === 'user')
      replies.set(current, [...(replies.get(current) ?? []), content]);
    else if (current !== undefined && message.role === 'assistant' && content !== '')
      answers.set(current, message);
    else if (current === undefined && message.role !== 'tool' && content.trim() !== '') before.push(message);
  }
  return { before, replies, answers, calls };
}

function addCalls(calls: Map<string, MadeCall[]>, run: string, message: Message): void {
  const made = calls.get(run) ?? [];
  if (message.role === 'tool') {
    const call = made.findLast(({ id }) => id === message.toolCallId);
    if (call) Object.assign(call, { output: message.content, isError: message.isError ?? false });
  }
  if (message.role !== 'assistant' || !message.toolCalls?.length) return;
  const asked = message.toolCalls.map(({ id, name, args }) => ({
    id,
    tool: name,
    input: args,
    output: null,
    isError: false,
  }));
  calls.set(run, [...made, ...asked]);
}
