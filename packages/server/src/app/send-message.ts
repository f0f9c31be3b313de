import { type Message, partsOf, type RunRecord } from '@cadence-agents/contracts';
import type { NewMessage } from '@cadence-agents/engine';
import { authorize } from './access/authorize.ts';
import { ownerOf, type Principal } from './access/principal.ts';
import { demandScope } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { refuseForeign } from './conversations.ts';
import { fileParts, useFilesOf } from './files.ts';
import { pinDraft } from './workflows.ts';

export interface MessageInput extends Omit<NewMessage, 'owner'> {
  /** Runs the draft of the workflow. */
  draft?: boolean;
  /** Ids of stored files that go with it. */
  files?: readonly string[];
  earlier?: EarlierMessages;
}

/** What was said elsewhere before. */
export interface EarlierMessages {
  messages: readonly Message[];
  /** Whether a conversation that has begun gets the messages that it does not have. */
  ifBegun: 'add' | 'ignore';
}

export type SendingContext = Pick<AppContext, 'store' | 'send' | 'workflows' | 'check'>;

/** Commits the message before it returns; the run may not have begun. */
export async function sendMessage(
  context: SendingContext,
  principal: Principal,
  { earlier, draft = false, files = [], ...message }: MessageInput,
): Promise<RunRecord> {
  authorize(principal, 'message.send');
  const { conversationId, workflowId } = message;
  demandScope(principal, workflowId);
  if (conversationId !== undefined) await refuseForeign(context, principal, conversationId);
  if (conversationId !== undefined && earlier && earlier.messages.length > 0) {
    // Nothing is begun for a workflow that does not exist.
    await context.workflows.find(principal.tenantId, workflowId);
    await addEarlier(context, principal, conversationId, message.message, earlier);
  }
  const attached = await fileParts(
    context,
    principal,
    files.map((id, index) => ({ id, path: `files.${index}` })),
  );
  const parts = attached.length > 0 && {
    parts: [...(message.parts ?? partsOf({ content: message.message })), ...attached],
  };
  const pinned = draft ? { workflowVersion: await pinDraft(context, principal, workflowId) } : {};
  return context.send({ ...message, ...parts, ...pinned, owner: ownerOf(principal) });
}

async function addEarlier(
  { store }: Pick<AppContext, 'store'>,
  principal: Principal,
  conversationId: string,
  question: string,
  { messages, ifBegun }: EarlierMessages,
): Promise<void> {
  const { states } = store;
  const state = await states.latest(conversationId);
  if (!state) {
    const owner = ownerOf(principal);
    await states.begin({ ...owner, id: conversationId, title: titleOf(question), messages });
    await useFilesOf(store, principal, conversationId, messages);
    return;
  }
  if (ifBegun === 'ignore') return;
  const known = new Set(state.messages.map(({ id }) => id));
  const unknown = messages.filter(({ id }) => !known.has(id));
  if (unknown.length === 0) return;
  await states.update(conversationId, unknown);
  await useFilesOf(store, principal, conversationId, unknown);
}

/** The first line, not too long, with no half character at its end. */
function titleOf(question: string): string {
  const [line = ''] = question.trim().slice(0, 80).split('\n', 1);
  return line.isWellFormed() ? line : line.slice(0, -1).toWellFormed();
}
