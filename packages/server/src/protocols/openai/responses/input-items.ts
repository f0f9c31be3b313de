// What a response answers, as items: what was said in its conversation until then, or what came of its calls.
import {
  type EndpointInput,
  type FilePart,
  type JsonObject,
  type Message,
  type openAiEndpoints,
  type Part,
  partsOf,
  type StoredAnswer,
} from '@cadence-agents/contracts';
import type { Principal } from '../../../app/access/principal.ts';
import type { AppContext } from '../../../app/app-context.ts';
import { stateAfter, stepsOf } from '../../../app/conversation-states.ts';
import { findHandoff } from '../../../app/handoffs.ts';
import { argumentsOf } from '../reply.ts';
import { endOf, type ResponsePart } from './response-part.ts';

type Query = EndpointInput<typeof openAiEndpoints.openAiListInputItems>['query'];
type Item = JsonObject & { id: string };

export async function listInputItems(
  context: AppContext,
  principal: Principal,
  part: ResponsePart,
  { order, after, limit }: Query,
) {
  const items = part.afterSeq === 0 ? await said(context, part) : await answered(context, principal, part);
  const ordered = order === 'asc' ? items : items.toReversed();
  const from = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  const data = ordered.slice(from, from + limit);
  return {
    object: 'list' as const,
    data,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: from + limit < ordered.length,
  };
}

/** The conversation up to the message that the run began with. */
async function said(context: AppContext, { run }: ResponsePart): Promise<Item[]> {
  const [first] = await stepsOf(context, run);
  const state = first && (await stateAfter(context, run, first.checkpointId));
  const messages = state?.messages ?? [{ id: run.inputId, role: 'user' as const, content: run.input }];
  const index = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(0, index + 1).flatMap(itemsOf);
}

/** What the run went on with. */
async function answered(context: AppContext, principal: Principal, part: ResponsePart): Promise<Item[]> {
  const before = await endOf(context, part.run, 0, part.afterSeq);
  if (!before?.asked) return [];
  const { answer } = await findHandoff(context, principal, before.asked.handoffId);
  return answer ? answerItems(answer, part.afterSeq) : [];
}

const answerItems = ({ results = {}, text }: StoredAnswer, seq: number): Item[] => [
  ...Object.entries(results).map(([callId, output]) => outputItem(`fco_${callId}`, callId, output)),
  ...(text === '' ? [] : [messageItem(`msg_${seq}`, 'user', partsOf({ content: text }))]),
];

function itemsOf(message: Message): Item[] {
  const { id, content } = message;
  if (message.role === 'tool') return [outputItem(`fco_${id}`, message.toolCallId, content)];
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [
    ...(content === '' && calls.length > 0 ? [] : [messageItem(`msg_${id}`, message.role, partsOf(message))]),
    ...calls.map((call) => ({
      type: 'function_call',
      id: `fc_${call.id}`,
      call_id: call.id,
      name: call.name,
      arguments: argumentsOf(call),
      status: 'completed',
    })),
  ];
}

const messageItem = (id: string, role: 'user' | 'assistant', parts: readonly Part[]): Item => ({
  type: 'message',
  id,
  role,
  status: 'completed',
  content: parts.flatMap((part): JsonObject[] => {
    if (part.type === 'file') return [fileItem(part)];
    if (part.type !== 'text') return [];
    const { text } = part;
    return [role === 'user' ? { type: 'input_text', text } : { type: 'output_text', text, annotations: [] }];
  }),
});

const fileItem = ({ fileId: file_id, mediaType, name: filename, detail }: FilePart): JsonObject =>
  mediaType.startsWith('image/')
    ? { type: 'input_image', file_id, image_url: null, detail: detail ?? 'auto' }
    : { type: 'input_file', file_id, filename: filename ?? 'file' };

const outputItem = (id: string, callId: string, output: string): Item => ({
  type: 'function_call_output',
  id,
  call_id: callId,
  output,
  status: 'completed',
});
