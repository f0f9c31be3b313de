import { randomUUID } from 'node:crypto';
import {
  CadenceError,
  type JsonObject,
  type NewSchedule,
  type OnBusy,
  type Page,
  type ScheduleFiring,
  type ScheduleRecord,
  toneOrDefault,
  type Webhook,
} from '@cadence-agents/contracts';
import { nextDueTime, type Times } from '../schedules/due-times.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import { ownerOf, type Principal } from './access/principal.ts';
import { demandScope, mayUse, visibleRows } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { type AskedPage, asPageQuery } from './asked-page.ts';
import { findConversation } from './conversations.ts';
import { invalidInput } from './invalid-input.ts';

type Reading = Pick<AppContext, 'store'>;
type Changing = Pick<AppContext, 'store' | 'log'>;

export interface ScheduleInput extends Times {
  message: string;
  workflowId: string;
  enabled: boolean;
  conversationId: string | null;
  onBusy: OnBusy;
  tone?: string | null | undefined;
  model: string | null;
  metadata: JsonObject;
  webhook: Webhook | null;
}

export type ScheduleChanges = {
  [K in keyof Times | 'message' | 'enabled' | 'metadata']?: ScheduleInput[K] | undefined;
};

export interface ScheduleQuery extends AskedPage {
  workflowId?: string | undefined;
  conversationId?: string | undefined;
  enabled?: boolean | undefined;
}

/** Has a message sent whenever it is due, as if the principal had sent it. */
export function createSchedule(
  context: Changing & Pick<AppContext, 'workflows' | 'settings'>,
  principal: Principal,
  { message, tone, ...given }: ScheduleInput,
): Promise<ScheduleRecord> {
  return audited(
    context,
    principal,
    'schedule.create',
    ({ id }: ScheduleRecord) => id,
    async () => {
      const { workflowId, conversationId } = given;
      demandScope(principal, workflowId);
      await context.workflows.find(principal.tenantId, workflowId);
      if (conversationId !== null) await findConversation(context, principal, conversationId);
      demandWords(message);
      const schedule: NewSchedule = {
        ...given,
        ...ownerOf(principal),
        id: randomUUID(),
        input: message,
        tone: toneOrDefault(tone),
        nextAt: nextOf(given),
      };
      return context.store.schedules.create(schedule, context.settings.maxSchedules);
    },
  );
}

/** Newest first. */
export async function listSchedules(
  { store }: Reading,
  principal: Principal,
  { limit, after, ...filter }: ScheduleQuery,
): Promise<Page<ScheduleRecord>> {
  authorize(principal, 'schedule.read');
  const page = asPageQuery({ limit, after });
  return store.schedules.list(principal.tenantId, { ...page, ...filter, ...visibleRows(principal) });
}

/** A schedule that the principal may see. */
export async function findSchedule(
  { store }: Reading,
  principal: Principal,
  id: string,
): Promise<ScheduleRecord> {
  authorize(principal, 'schedule.read');
  const { tenantId, userId } = principal;
  const found = await store.schedules.get(tenantId, id);
  const isVisible = found && (userId === null || found.ownerId === userId);
  if (isVisible && mayUse(principal, found.workflowId)) return found;
  throw new CadenceError('SCHEDULE_NOT_FOUND', `There is no schedule "${id}".`, {
    hint: 'Look at the list of schedules.',
  });
}

/** Changes what is given; with `enabled: false` nothing is due until it is enabled again. */
export function updateSchedule(
  context: Changing,
  principal: Principal,
  id: string,
  { message, ...given }: ScheduleChanges,
): Promise<ScheduleRecord> {
  return audited(context, principal, 'schedule.update', id, async () => {
    const known = await findSchedule(context, principal, id);
    if (message !== undefined) demandWords(message);
    const changed = {
      cron: given.cron ?? known.cron,
      timeZone: given.timeZone ?? known.timeZone,
      endsAt: given.endsAt === undefined ? known.endsAt : given.endsAt,
      enabled: given.enabled ?? known.enabled,
      metadata: given.metadata ?? known.metadata,
      input: message ?? known.input,
    };
    const changes = { ...changed, nextAt: nextOf(changed) };
    const updated = await context.store.schedules.update(principal.tenantId, id, changes);
    return updated ?? findSchedule(context, principal, id);
  });
}

export function deleteSchedule(context: Changing, principal: Principal, id: string): Promise<void> {
  return audited(context, principal, 'schedule.delete', id, async () => {
    await findSchedule(context, principal, id);
    await context.store.schedules.delete(principal.tenantId, id);
  });
}

/** The last due times of a schedule, newest first. */
export async function listFirings(
  context: Reading,
  principal: Principal,
  id: string,
  limit: number,
): Promise<ScheduleFiring[]> {
  await findSchedule(context, principal, id);
  return context.store.schedules.firings(id, limit);
}

function demandWords(message: string): void {
  if (message.trim() === '') throw invalidInput([{ path: 'message', message: 'must not be empty' }]);
}

/** The first due time from now on; a schedule that would never be due is refused. */
function nextOf({ enabled, ...times }: Times & { enabled: boolean }): string | null {
  const path = isTimeZone(times.timeZone) ? 'cron' : 'timeZone';
  let next: string | null;
  try {
    next = nextDueTime(times, new Date().toISOString());
  } catch (error) {
    const message = path === 'timeZone' ? 'must be a time zone as Europe/Berlin' : wordsOf(error);
    throw invalidInput([{ path, message }]);
  }
  if (next === null && enabled) throw invalidInput([{ path, message: 'is never due again' }]);
  return enabled ? next : null;
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^\w+: /, '') : 'is no cron expression';

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
