// A request as a turn of a conversation: of one that is named, of one that is found again by what was said in it, or of
// a new one. What waits for the caller's tools, or for a person, goes on.
import { createHash, randomUUID } from 'node:crypto';
import {
  CadenceError,
  type HandoffAnswer,
  type JsonObject,
  noUsage,
  type Owner,
  type Part,
  type ReplyTerms,
  type Tone,
  type Usage,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { ownerOf, type Principal } from '../../app/access/principal.ts';
import { demandScope } from '../../app/access/reach.ts';
import type { AppContext } from '../../app/app-context.ts';
import { asMessages, type ClientMessage, type KeptMessage } from '../../app/client-messages.ts';
import { findRunBy, isLatest } from '../../app/found-runs.ts';
import { keepFiles } from '../../app/given-files.ts';
import { answerWaiting, type StartedRun, type WaitingRun, waitingRun } from '../../app/handoffs.ts';
import { invalidInput } from '../../app/invalid-input.ts';
import { sendMessage } from '../../app/send-message.ts';
import { splitHistory } from './history-digest.ts';

export interface AskedTurn {
  workflowId: string;
  messages: readonly ClientMessage[];
  /** Where the messages stand in the request. */
  path: string;
  terms: ReplyTerms | undefined;
  tone?: Tone | undefined;
  metadata?: JsonObject | undefined;
  /** A conversation to go on with. */
  conversationId?: string | undefined;
  /** Whether the messages are new in the conversation that is named; else all but the last are there already. */
  areNew?: boolean;
  /** Whether a conversation with this history may be gone on with. */
  findHistory?: boolean;
  idempotencyKey?: string | undefined;
}

export interface StartedTurn extends StartedRun {
  /** What the run had used before. */
  usedBefore: Usage;
}

export async function startTurn(
  context: AppContext,
  principal: Principal,
  asked: AskedTurn,
): Promise<StartedTurn> {
  demandScope(principal, asked.workflowId);
  await demandToolUser(context, principal, asked);
  const found = asked.conversationId ?? (await knownConversation(context, principal, asked));
  const waiting = found === undefined ? undefined : await waitingRun(context, principal, found);
  if (waiting) return goOn(context, principal, waiting, asked);
  try {
    return await send(context, principal, asked, found);
  } catch (error) {
    const isTaken = CadenceError.is(error) && error.code === 'CONVERSATION_BUSY';
    if (!isTaken || asked.conversationId !== undefined) throw error;
    // Somebody went on with the conversation meanwhile: this is another one with the same beginning.
    return send(context, principal, asked, undefined);
  }
}

async function send(
  context: AppContext,
  principal: Principal,
  asked: AskedTurn,
  found: string | undefined,
): Promise<StartedTurn> {
  const { idempotencyKey: key, terms, tone, metadata } = asked;
  const conversationId = found ?? idFor(key, ownerOf(principal));
  const isNamed = asked.conversationId !== undefined;
  const isKnown = found !== undefined && !isNamed;
  const said = isKnown ? splitHistory(asked.workflowId, asked.messages).since : asked.messages;
  const { before, ...question } = questionIn(await keepFiles(context, principal, said), asked.path);
  const isAdded = isKnown || asked.areNew === true;
  const id = isAdded ? randomUUID() : conversationId;
  const run = await sendMessage(context, principal, {
    conversationId,
    ...question,
    workflowId: asked.workflowId,
    ...((!isNamed || asked.areNew) && {
      earlier: { messages: asMessages(before, id), ifBegun: isAdded ? 'add' : 'ignore' },
    }),
    ...(isKnown && { onBusy: 'reject' }),
    ...(tone && { tone }),
    ...(metadata && { metadata }),
    ...(terms && { terms }),
    ...(key !== undefined && { idempotencyKey: key }),
  });
  return { run, afterSeq: 0, usedBefore: noUsage };
}

/** In place of a question, where results of tools come from a conversation that is not known here. */
const GO_ON = 'Go on with what the tools returned.';

/** The message to answer, and those before it. */
function questionIn(
  messages: readonly KeptMessage[],
  path: string,
): { message: string; parts?: Part[]; before: readonly KeptMessage[] } {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { message: GO_ON, before: messages };
  const { content = '', parts } = last ?? {};
  if (last?.role === 'user' && (content.trim() !== '' || parts))
    return { message: content, ...(parts && { parts }), before: messages.slice(0, -1) };
  const at = messages.length === 0 ? path : `${path}.${messages.length - 1}`;
  throw invalidInput([{ path: at, message: 'the last message must be a text of the user' }]);
}

/** The conversation whose last reply these messages follow on. */
async function knownConversation(
  context: AppContext,
  principal: Principal,
  { workflowId, messages, findHistory = false, idempotencyKey }: AskedTurn,
): Promise<string | undefined> {
  if (!findHistory || idempotencyKey !== undefined) return undefined;
  const { digest } = splitHistory(workflowId, messages);
  const run = digest === undefined ? undefined : await findRunBy(context, principal, digest);
  return run && (await isLatest(context, run)) ? run.conversationId : undefined;
}

/** What the run waits for is in the messages since its reply. */
async function goOn(
  context: AppContext,
  principal: Principal,
  waiting: WaitingRun,
  asked: AskedTurn,
): Promise<StartedTurn> {
  const { run, handoff } = waiting;
  if (asked.tone && asked.tone !== run.tone)
    throw invalidInput([{ path: 'body.tone', message: `is "${run.tone}" until the run has ended` }]);
  const answer = handoff.forCaller ? resultsIn(asked, handoff.calls ?? []) : { text: answerIn(asked) };
  const terms = asked.terms ?? {};
  const started = await answerWaiting(context, principal, waiting, {
    ...answer,
    terms: asked.metadata ? { ...terms, asked: { metadata: asked.metadata, ...terms.asked } } : terms,
  });
  return { ...started, usedBefore: run.usage };
}

/** What somebody answers a question with is words. */
function answerIn({ messages, path }: AskedTurn): string {
  const { content = '', parts = [], role } = messages.at(-1) ?? {};
  const file = parts.find((part) => part.type === 'given');
  if (file) throw invalidInput([{ path: file.path, message: 'is not taken in the answer to a question' }]);
  if (role === 'user' && content.trim() !== '') return content;
  throw invalidInput([{ path, message: 'the last message must be a text of the user' }]);
}

function resultsIn(
  { messages, path }: AskedTurn,
  calls: readonly { id: string; name: string }[],
): HandoffAnswer {
  const given = new Map(
    messages.flatMap(({ role, toolCallId, content }) =>
      role === 'tool' && toolCallId !== undefined ? [[toolCallId, content]] : [],
    ),
  );
  const missing = calls.filter(({ id }) => !given.has(id));
  if (missing.length > 0) {
    const names = missing.map(({ id, name }) => `"${id}" (${name})`).join(', ');
    throw invalidInput([{ path, message: `no result of the call ${names}, which the run waits for` }]);
  }
  const last = messages.at(-1);
  return {
    text: last?.role === 'user' ? last.content : '',
    results: Object.fromEntries(calls.map(({ id }) => [id, given.get(id) ?? ''])),
  };
}

const nodeTypes = z.object({ nodes: z.array(z.object({ nodeType: z.string() })) });
const toolUsers: ReadonlySet<string> = new Set(['AGENT', 'COORDINATOR']);

/** Only agents call tools as they go; a workflow without one would never offer those of the caller. */
async function demandToolUser(
  { workflows }: AppContext,
  { tenantId }: Principal,
  { workflowId, terms }: AskedTurn,
): Promise<void> {
  if (!terms?.tools) return;
  const { definition } = await workflows.find(tenantId, workflowId);
  const { data } = nodeTypes.safeParse(definition);
  if (data?.nodes.some(({ nodeType }) => toolUsers.has(nodeType))) return;
  throw invalidInput([
    { path: 'body.tools', message: `are not taken: the workflow "${workflowId}" has no agent to call them` },
  ]);
}

/** The same request again finds the conversation that it began. */
function idFor(key: string | undefined, { tenantId, ownerId }: Owner): string {
  if (key === undefined) return randomUUID();
  return createHash('sha256')
    .update(JSON.stringify(['/v1/chat/completions', tenantId, ownerId, key]))
    .digest('hex');
}
