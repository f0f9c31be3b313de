// Runs that wait for a person, and what the person says.
import {
  CadenceError,
  type HandoffAnswer,
  type HandoffRecord,
  type HandoffRequest,
  type JsonObject,
  type Page,
  type RunRecord,
  type StoredAnswer,
} from '@cadence-agents/contracts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import { actorOf, type Principal } from './access/principal.ts';
import { seesInside, visibleRows } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { type AskedPage, asPageQuery } from './asked-page.ts';
import { findConversation, refuseForeign } from './conversations.ts';
import { findRun, type RunPlace } from './runs.ts';

type Reading = Pick<AppContext, 'store'>;
type Answering = Pick<AppContext, 'store' | 'log' | 'answer'>;

/** Those that wait, oldest first. */
export async function listHandoffs(
  { store }: Reading,
  principal: Principal,
  asked: AskedPage,
): Promise<Page<HandoffRecord>> {
  authorize(principal, 'handoff.read');
  return store.handoffs.waiting(principal.tenantId, { ...asPageQuery(asked), ...visibleRows(principal) });
}

/** All of a conversation, newest first. */
export async function listConversationHandoffs(
  context: Reading,
  principal: Principal,
  conversationId: string,
  asked: AskedPage,
): Promise<Page<NamedHandoff>> {
  authorize(principal, 'handoff.read');
  await findConversation(context, principal, conversationId);
  const { store } = context;
  const { tenantId } = principal;
  const page = await store.handoffs.ofConversation(tenantId, conversationId, asPageQuery(asked));
  const names = await namesOf(store, tenantId, page.items);
  return { ...page, items: page.items.map((handoff) => named(handoff, names)) };
}

/** A hand-off with the name of whoever answered it. */
type NamedHandoff = Omit<HandoffRecord, 'answer'> & {
  answer: (StoredAnswer & { byName?: string }) | null;
};

function named(handoff: HandoffRecord, names: ReadonlyMap<string, string>): NamedHandoff {
  const byName = names.get(handoff.answer?.by ?? '');
  if (!handoff.answer || byName === undefined) return handoff;
  return { ...handoff, answer: { ...handoff.answer, byName } };
}

/** Read anew each time: a name is kept in one place, from which it can be erased. */
async function namesOf(
  { keys }: Reading['store'],
  tenantId: string,
  handoffs: readonly HandoffRecord[],
): Promise<Map<string, string>> {
  const ids = new Set(handoffs.flatMap(({ answer }) => answer?.by ?? []));
  const found = await Promise.all([...ids].map((id) => keys.find(id)));
  const own = found.flatMap((key) => (key?.record.tenantId === tenantId ? [key.record] : []));
  return new Map(
    own.flatMap(({ id, userId, name }) => ((userId ?? name) === null ? [] : [[id, userId ?? name ?? '']])),
  );
}

export async function findHandoff(
  context: Reading,
  principal: Principal,
  id: string,
): Promise<HandoffRecord> {
  authorize(principal, 'handoff.read');
  const found = await context.store.handoffs.get(principal.tenantId, id);
  if (found && (await seesInside(context, principal, found))) return found;
  throw new CadenceError('HANDOFF_NOT_FOUND', `There is no hand-off "${id}".`, {
    hint: 'Look at the list of hand-offs that wait.',
  });
}

export function answerHandoff(
  context: Answering,
  principal: Principal,
  id: string,
  answer: HandoffAnswer,
): Promise<RunRecord> {
  const work = async () => {
    const handoff = await findHandoff(context, principal, id);
    return context.answer(handoff.id, signed(principal, answer), handoff);
  };
  return audited(context, principal, 'handoff.answer', id, work, decided(answer));
}

const signed = (principal: Principal, answer: HandoffAnswer) => ({ ...answer, by: actorOf(principal) });

/** What an entry says of an answer: the calls that were changed or not run. How is kept with the hand-off. */
function decided({ args = {}, declined = {}, results = {} }: HandoffAnswer): JsonObject {
  const named = { edited: args, declined, answered: results };
  const calls = Object.entries(named).map(([what, byId]) => [what, Object.keys(byId)] as const);
  return Object.fromEntries(calls.filter(([, ids]) => ids.length > 0));
}

/** Answers what a run waits for. */
export function resumeRun(
  context: Answering,
  principal: Principal,
  place: RunPlace,
  answer: HandoffAnswer,
): Promise<RunRecord> {
  const work = async () => {
    const run = await findRun(context, principal, place);
    if (run.handoff && run.status === 'awaiting_human')
      return context.answer(run.handoff.id, signed(principal, answer), run);
    throw new CadenceError('RUN_NOT_RESUMABLE', `The run "${run.id}" does not wait for a person.`, {
      hint: `It is ${run.status}. A run that was cut off goes on by itself.`,
    });
  };
  return audited(context, principal, 'run.resume', place.id, work, decided(answer));
}

/** A run, and the last of its events that belongs to what came before. */
export interface StartedRun {
  run: RunRecord;
  afterSeq: number;
}

export interface WaitingRun extends StartedRun {
  handoff: HandoffRequest;
}

/** The run of a conversation that waits for a person, and where its events have got to. */
export async function waitingRun(
  context: Reading,
  principal: Principal,
  conversationId: string,
): Promise<WaitingRun | undefined> {
  authorize(principal, 'handoff.read');
  await refuseForeign(context, principal, conversationId);
  const { runs, events } = context.store;
  const filter = { conversationId, status: 'awaiting_human', limit: 1 } as const;
  const [run] = (await runs.list(principal.tenantId, filter)).items;
  if (!run?.handoff) return undefined;
  return { run, handoff: run.handoff, afterSeq: await events.lastSeq(run.id) };
}

/** Has a run that `waitingRun` found go on with what the person said. */
export async function answerWaiting(
  context: Answering,
  principal: Principal,
  { run, handoff, afterSeq }: WaitingRun,
  answer: HandoffAnswer,
): Promise<StartedRun> {
  const work = () => context.answer(handoff.id, signed(principal, answer), run);
  // What came of a caller's own tools is part of what it sends; to decide in a person's place is more.
  if (handoff.forCaller) authorize(principal, 'message.send');
  const resumed = handoff.forCaller
    ? await work()
    : await audited(context, principal, 'handoff.answer', handoff.id, work, decided(answer));
  return { run: resumed, afterSeq };
}
