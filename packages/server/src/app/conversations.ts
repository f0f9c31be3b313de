import { randomUUID } from 'node:crypto';
import {
  CadenceError,
  type ConversationRecord,
  type ConversationStatus,
  type JsonObject,
  type Message,
  type MessageUpdate,
  type Page,
} from '@cadence-agents/contracts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import { ownerOf, type Principal } from './access/principal.ts';
import { seesConversation, visibleRows } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { type AskedPage, asPageQuery } from './asked-page.ts';
import { useFilesOf } from './files.ts';

type Reading = Pick<AppContext, 'store'>;
type Changing = Pick<AppContext, 'store' | 'log'>;

export interface NewConversation {
  id?: string | undefined;
  title?: string | undefined;
  metadata?: JsonObject | undefined;
  /** What was said elsewhere before. A conversation that has begun already is left as it is. */
  messages?: readonly Message[];
}

/** Makes one; the principal's own of that id is returned as it is. */
export async function createConversation(
  { store }: Reading,
  principal: Principal,
  { id = randomUUID(), title, metadata, messages = [] }: NewConversation,
): Promise<ConversationRecord> {
  authorize(principal, 'conversation.create');
  const wanted = {
    ...ownerOf(principal),
    id,
    ...(title !== undefined && { title }),
    ...(metadata && { metadata }),
  };
  const conversation =
    messages.length > 0
      ? await store.states.begin({ ...wanted, messages })
      : await store.conversations.create(wanted);
  if (!seesConversation(principal, conversation)) throw noConversation(id);
  await useFilesOf(store, principal, id, messages);
  return conversation;
}

/** A new one with what was said in another until now, and its metadata. */
export async function copyConversation(
  context: Reading,
  principal: Principal,
  id: string,
): Promise<ConversationRecord> {
  authorize(principal, 'conversation.create');
  const { title, metadata } = await findConversation(context, principal, id);
  const copy = { ...ownerOf(principal), id: randomUUID(), metadata, ...(title !== null && { title }) };
  const { states } = context.store;
  if (!(await states.latest(id)))
    return createConversation(context, principal, { ...copy, title: title ?? undefined });
  const { id: conversationId, ...given } = copy;
  await states.fork({ ...given, from: { conversationId: id }, conversationId });
  return findConversation(context, principal, conversationId);
}

export interface ConversationQuery extends AskedPage {
  status?: ConversationStatus;
  ids?: readonly string[];
  order?: 'activity' | 'creation';
}

export async function listConversations(
  { store }: Reading,
  principal: Principal,
  { status, ids, order, ...asked }: ConversationQuery,
): Promise<Page<ConversationRecord>> {
  authorize(principal, 'conversation.read');
  return store.conversations.list(principal.tenantId, {
    ...asPageQuery(asked),
    ...visibleRows(principal),
    ...(status && { status }),
    ...(ids && { ids }),
    ...(order && { order }),
  });
}

/** A conversation that the principal may see. */
export async function findConversation(
  context: Reading,
  principal: Principal,
  id: string,
): Promise<ConversationRecord> {
  const found = await lookUpConversation(context, principal, id);
  if (found === 'foreign' || found === undefined) throw noConversation(id);
  return found;
}

/** What there is under an id, for those who would make a conversation of that id. */
export async function lookUpConversation(
  { store }: Reading,
  principal: Principal,
  id: string,
): Promise<ConversationRecord | 'foreign' | undefined> {
  authorize(principal, 'conversation.read');
  const found = await store.conversations.get(principal.tenantId, id);
  return found && !seesConversation(principal, found) ? 'foreign' : found;
}

/** A conversation that is not there for a key must not be written to by naming its id. */
export async function refuseForeign(context: Reading, principal: Principal, id: string): Promise<void> {
  if (principal.userId === null && principal.scopes === null) return;
  if ((await lookUpConversation(context, principal, id)) === 'foreign') throw noConversation(id);
}

export async function updateConversation(
  context: Reading,
  principal: Principal,
  id: string,
  { title, metadata }: { title?: string | undefined; metadata?: JsonObject | undefined },
): Promise<ConversationRecord> {
  authorize(principal, 'conversation.update');
  await findConversation(context, principal, id);
  const changes = { ...(title !== undefined && { title }), ...(metadata && { metadata }) };
  const changed = await context.store.conversations.update(principal.tenantId, id, changes);
  if (!changed) throw noConversation(id);
  return changed;
}

/** With its runs, their events and its states. */
export function deleteConversation(
  context: Changing & Pick<AppContext, 'deleteConversation'>,
  principal: Principal,
  id: string,
): Promise<void> {
  return audited(context, principal, 'conversation.delete', id, async () => {
    await findConversation(context, principal, id);
    await context.store.schedules.deleteOf(principal.tenantId, id);
    await context.deleteConversation(id, ownerOf(principal));
  });
}

/** The latest ones, in their order; the next page has those before them. */
export async function listMessages(
  context: Reading,
  principal: Principal,
  id: string,
  { limit, after }: AskedPage,
): Promise<Page<Message>> {
  await findConversation(context, principal, id);
  const messages = (await context.store.states.latest(id))?.messages ?? [];
  const end = after === undefined ? messages.length : messages.findIndex((message) => message.id === after);
  const start = Math.max(0, end - limit);
  return {
    items: messages.slice(start, Math.max(0, end)),
    next: start > 0 ? (messages[start]?.id ?? null) : null,
  };
}

/**
 * Adds to a conversation that is at rest or waits for a person; a message whose id is there takes the place of that one. Returns the id of
 * the state after it.
 */
export function addMessages(
  context: Changing,
  principal: Principal,
  id: string,
  messages: readonly MessageUpdate[],
): Promise<string> {
  return audited(context, principal, 'conversation.change', id, async () => {
    await findConversation(context, principal, id);
    const { checkpointId } = await context.store.states.update(id, messages);
    await useFilesOf(context.store, principal, id, messages);
    return checkpointId;
  });
}

/** An earlier step of a conversation, or `null` for its beginning, and what was said beside it. */
export interface EarlierPlace {
  checkpointId: string | null;
  messages: readonly MessageUpdate[];
}

/** Has a conversation at rest go on from an earlier step of its own. Returns the id of the state after it. */
export function rewindConversation(
  context: Changing,
  principal: Principal,
  id: string,
  { checkpointId, messages }: EarlierPlace,
): Promise<string> {
  return audited(context, principal, 'conversation.change', id, async () => {
    await findConversation(context, principal, id);
    return (await context.store.states.rewind(id, checkpointId, messages)).checkpointId;
  });
}

function noConversation(id: string): CadenceError {
  return new CadenceError('CONVERSATION_NOT_FOUND', `There is no conversation "${id}".`, {
    hint: 'Look at the list of conversations, or leave the id out to begin a new one.',
  });
}
