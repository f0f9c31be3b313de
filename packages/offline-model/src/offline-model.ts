// A chat model for when there is none: no key, no network, always the same reply to the same request. It is a
// demonstration and a stand-in for tests.
import {
  type ChatModel,
  estimateTokens,
  type ModelCallOptions,
  type ModelReply,
  type ModelRequest,
  type ToolCall,
} from '@cadence-agents/contracts';
import { anyRoute, chooseEnd, chooseGoto, chooseRoute, isControlTool } from './choose-route.ts';
import { anyCall, type ChosenCall, chooseTools } from './choose-tools.ts';
import { formReply } from './form-reply.ts';
import { type Question, readQuestion } from './question.ts';
import { fillSchema } from './schema/fill-schema.ts';
import { wordsOf } from './text/words.ts';
import { wordAnswer } from './wording.ts';

const name = 'offline';

export function offlineModel(): ChatModel {
  return { name, generate };
}

interface Decision {
  content: string;
  calls: ChosenCall[];
}

async function generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
  options.signal.throwIfAborted();
  const { content, calls } = decide(request);
  for (const word of options.onText ? (content.match(/\S+\s*/g) ?? []) : []) {
    options.onText?.(word);
    options.signal.throwIfAborted();
  }
  const toolCalls = withIds(request, calls);
  const written = calls.length === 0 ? content : `${content}\n${JSON.stringify(calls)}`;
  return {
    content,
    toolCalls,
    usage: {
      inputTokens: estimateTokens(promptText(request)),
      outputTokens: estimateTokens(written),
      modelCalls: 1,
    },
    finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
    model: name,
  };
}

function decide(request: ModelRequest): Decision {
  const question = readQuestion(request);
  const form = formReply(request, question);
  if (form !== undefined) return { content: JSON.stringify(form), calls: [] };
  const { toolChoice = 'auto' } = request;
  const chosen = toolChoice === 'none' ? [] : chooseCalls(request, question);
  if (chosen.length > 0) return { content: '', calls: chosen };
  const end = toolChoice === 'none' ? undefined : chooseEnd(request, question);
  const ending = end === undefined ? [] : [end];
  // Saying it again would only repeat what the user has read.
  if (ending.length > 0 && question.answers.length > 0) return { content: '', calls: ending };
  if (ending.length === 0 && toolChoice === 'required') {
    const forced = anyRoute(request, question) ?? anyCall(question, request.tools);
    if (forced !== undefined) return { content: '', calls: [forced] };
  }
  const answer = wordAnswer(question, request);
  if (request.responseSchema === undefined) return { content: answer, calls: ending };
  return {
    content: JSON.stringify(fillSchema(request.responseSchema, question.text, answer)),
    calls: ending,
  };
}

/** Work first, then who else could do some. */
function chooseCalls(request: ModelRequest, question: Question): ChosenCall[] {
  const own = request.tools.filter((tool) => !isControlTool(tool));
  const calls = chooseTools(question, own);
  if (calls.length > 0) return calls;
  const next = chooseGoto(request, question) ?? chooseRoute(request, question) ?? lookUp(request, question);
  return next === undefined ? [] : [next];
}

/** Whoever was handed a question and has nothing else to go by looks it up, once. */
function lookUp({ note = '', tools }: ModelRequest, question: Question): ChosenCall | undefined {
  if (!note.includes(' handed over to you: ') || question.findings.length > 0) return undefined;
  const search = tools.find(({ name }) => wordsOf(name).has('search'));
  return search && anyCall(question, [search]);
}

/** The same for the same request, and different from those of every other one in the conversation. */
function withIds(request: ModelRequest, calls: ChosenCall[]): ToolCall[] {
  const last =
    request.messages
      .at(-1)
      ?.id.replace(/[^A-Za-z0-9_-]+/g, '')
      .slice(-40) ?? '';
  return calls.map((call, index) => ({ id: `offline_${last}_${index + 1}`, ...call }));
}

function promptText({ system, tools, messages }: ModelRequest): string {
  const offered = tools.length === 0 ? '' : JSON.stringify(tools);
  return [system, offered, ...messages.map(({ content }) => content)].join('\n');
}
