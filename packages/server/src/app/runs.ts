import {
  CadenceError,
  type ConversationRecord,
  type Page,
  type RunEvent,
  type RunFeedback,
  type RunFilter,
  type RunRecord,
} from '@cadence-agents/contracts';
import { type Followed, type FollowOptions, inSlices, type LiveOptions } from '@cadence-agents/engine';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import { actorOf, type Principal } from './access/principal.ts';
import { seesInside, visibleRows } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { type AskedPage, asPageQuery } from './asked-page.ts';

type Reading = Pick<AppContext, 'store'>;
type Changing = Pick<AppContext, 'store' | 'log'>;

/** What runs are asked for by; of the same meaning as in `RunFilter`. */
export interface RunQuery extends AskedPage {
  conversationId?: string | undefined;
  workflowId?: string | undefined;
  status?: RunRecord['status'] | undefined;
  userId?: string | undefined;
  text?: string | undefined;
  tool?: string | undefined;
  errorCode?: string | undefined;
  tag?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  minTokens?: number | undefined;
  minCost?: number | undefined;
  feedback?: RunFeedback['value'] | undefined;
}

/** A run by its id, and by its conversation where the caller names that too. */
export interface RunPlace {
  id: string;
  conversationId?: string;
}

/** Newest first. */
export async function listRuns(
  { store }: Reading,
  principal: Principal,
  { limit, after, userId, ...asked }: RunQuery,
): Promise<Page<RunRecord>> {
  authorize(principal, 'run.read');
  const visible = visibleRows(principal);
  // Whoever sees their own alone finds nothing of others.
  if (userId !== undefined && visible.ownerId !== undefined && visible.ownerId !== userId)
    return { items: [], next: null };
  const filter: RunFilter = {
    ...asked,
    ...(userId !== undefined && { ownerId: userId }),
    ...visible,
    ...asPageQuery({ limit, after }),
  };
  return store.runs.list(principal.tenantId, filter);
}

/** A run that the principal may see. */
export async function findRun(
  context: Reading,
  principal: Principal,
  { id, conversationId }: RunPlace,
): Promise<RunRecord> {
  authorize(principal, 'run.read');
  const run = await context.store.runs.get(principal.tenantId, id);
  const isThere = run && (conversationId === undefined || run.conversationId === conversationId);
  if (isThere && (await seesInside(context, principal, run))) return run;
  throw new CadenceError('RUN_NOT_FOUND', `There is no run "${id}".`, { hint: 'Look at the list of runs.' });
}

/** What is in flight is aborted; a run that has ended stays as it is. */
export function cancelRun(
  context: Changing & Pick<AppContext, 'cancel'>,
  principal: Principal,
  place: RunPlace,
): Promise<RunRecord> {
  return audited(context, principal, 'run.cancel', place.id, async () => {
    const run = await findRun(context, principal, place);
    return context.cancel(run.id, run);
  });
}

/** Says what the answer is worth, or takes that back. */
export function rateRun(
  context: Changing,
  principal: Principal,
  place: RunPlace,
  feedback: { value: RunFeedback['value']; note: string } | null,
): Promise<RunRecord> {
  return audited(context, principal, 'run.rate', place.id, async () => {
    const { id, tenantId } = await findRun(context, principal, place);
    const by = principal.userId ?? actorOf(principal);
    const run = await context.store.runs.giveFeedback(tenantId, id, feedback && { ...feedback, by });
    return run ?? findRun(context, principal, place);
  });
}

/** Removes the record and the events of a run that has ended; what it did to its conversation stays. */
export function deleteRun(context: Changing, principal: Principal, place: RunPlace): Promise<void> {
  return audited(context, principal, 'run.delete', place.id, async () => {
    const { id, tenantId, conversationId } = await findRun(context, principal, place);
    await context.store.runs.remove(tenantId, conversationId, id);
  });
}

// What follows takes a record that another use case has returned: whoever has it was allowed to see it.

/** The latest runs of a conversation, whoever began them. */
export async function runsIn(
  { store }: Reading,
  { id, tenantId }: ConversationRecord,
  limit: number,
): Promise<RunRecord[]> {
  return (await store.runs.list(tenantId, { conversationId: id, limit })).items;
}

/** The run of a conversation that is at work, or will be next. */
export async function nextRunIn(
  { store }: Reading,
  { id, tenantId }: ConversationRecord,
): Promise<RunRecord | undefined> {
  const under = async (status: 'running' | 'queued') =>
    (await store.runs.list(tenantId, { conversationId: id, status, limit: OPEN_AT_ONCE })).items.at(-1);
  return (await under('running')) ?? (await under('queued'));
}

/** Runs of one conversation that are looked at to find the oldest that waits. */
const OPEN_AT_ONCE = 200;

/** Its events, those told already first, until it has ended or waits for a person. */
export function followRun(
  { follow }: Pick<AppContext, 'follow'>,
  { id }: RunRecord,
  options: FollowOptions,
): AsyncGenerator<RunEvent> {
  return follow(id, options);
}

/** The same, and text as it comes, before it is stored. */
export function followLive(
  context: Pick<AppContext, 'followLive'>,
  { id, status, attempt }: RunRecord,
  options: LiveOptions,
): AsyncGenerator<Followed> {
  return context.followLive(id, { hasJustBegun: status === 'running' && attempt === 1, ...options });
}

/**
 * Its events from the first on, and text as it comes, for a reader that has seen those up to `seenSeq`. A run that has ended and was read to
 * its end is not waited for; one that ended with a question may go on.
 */
export async function* rereadRun(
  context: Pick<AppContext, 'store' | 'followLive'>,
  { id, status }: RunRecord,
  { seenSeq, signal }: { seenSeq: number; signal: AbortSignal },
): AsyncGenerator<Followed> {
  const { store } = context;
  let seq = 0;
  while (seq < seenSeq) {
    const known = await store.events.read(id, seq, AT_ONCE);
    for await (const event of inSlices(known)) {
      if (event.seq > seenSeq) break;
      seq = event.seq;
      yield event;
    }
    if (known.length === 0) break;
  }
  const isUnderWay = status === 'queued' || status === 'running';
  if (isUnderWay || seq === 0 || (await store.events.lastSeq(id)) > seq)
    yield* context.followLive(id, { afterSeq: seq, signal });
}

/** Events read at once of a run that may be long. */
const AT_ONCE = 300;

/** The events so far, after one of them. */
export async function* readEvents(
  { store }: Reading,
  { id }: RunRecord,
  afterSeq = 0,
): AsyncGenerator<RunEvent> {
  for (let seq = afterSeq; ; ) {
    const batch = await store.events.read(id, seq, AT_ONCE);
    yield* inSlices(batch);
    const last = batch.at(-1);
    if (!last) return;
    seq = last.seq;
  }
}

/** As it is now; `undefined` when it was removed. */
export function rereadRecord(
  { store }: Reading,
  { tenantId, id }: RunRecord,
): Promise<RunRecord | undefined> {
  return store.runs.get(tenantId, id);
}

/** The run once it has ended, or waits for a person. */
export function waitForRun({ wait }: Pick<AppContext, 'wait'>, run: RunRecord): Promise<RunRecord> {
  return wait(run.id, run);
}
