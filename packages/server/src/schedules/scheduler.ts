// Sends what is due. Every process that carries out runs looks; the store lets one of them have each due time.
import { randomUUID } from 'node:crypto';
import {
  CadenceError,
  type DueTime,
  type FiredTime,
  type NewRun,
  type Owner,
  type ScheduleRecord,
  type Signals,
  type Store,
  workTopic,
} from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import { keepLooking, LOOK_EVERY_MS } from '../keep-looking.ts';
import type { PinnedWorkflow } from '../workflows/workflow-pins.ts';
import { nextDueTime } from './due-times.ts';

export interface SchedulerSetup {
  store: Pick<Store, 'schedules'>;
  signals: Signals;
  pin(owner: Owner, workflowId: string): Promise<PinnedWorkflow>;
  log: Log;
}

const AT_ONCE = 16;

/** Looks for due times until it is stopped; stopping resolves when nothing is under way any more. */
export function startScheduler(setup: SchedulerSetup): () => Promise<void> {
  const { store, log } = setup;
  const look = async (): Promise<number> => {
    const { now, items, next } = await store.schedules.due(AT_ONCE);
    const settled = await Promise.all(items.map((schedule) => fire(setup, schedule, now)));
    if (settled.includes(false) || next === null) return LOOK_EVERY_MS;
    return Math.min(LOOK_EVERY_MS, Math.max(0, Date.parse(next) - Date.parse(now)));
  };
  return keepLooking(look, (error) => log.error('looking for due schedules failed', { error }));
}

/**
 * Has the run of a due time accepted, or notes why there is none; `false` when neither could be done. Times that were
 * missed in between are not made up for: the next one is after now.
 */
async function fire(setup: SchedulerSetup, schedule: ScheduleRecord, now: string): Promise<boolean> {
  const { signals, log } = setup;
  const { id: scheduleId, nextAt: dueAt } = schedule;
  if (dueAt === null) return true;
  try {
    const due = { scheduleId, dueAt, nextAt: nextAfter(schedule, now) };
    const fired = await acceptDue(setup, schedule, due);
    if (fired?.run) {
      log.info('schedule fired', { scheduleId, dueAt, runId: fired.run.id });
      signals.publish(workTopic, { type: 'work', conversationId: fired.run.conversationId });
    }
    return true;
  } catch (error) {
    log.error('a schedule was not fired', { scheduleId, dueAt, error });
    return false;
  }
}

async function acceptDue(
  { store, pin, log }: SchedulerSetup,
  schedule: ScheduleRecord,
  due: DueTime,
): Promise<FiredTime | undefined> {
  try {
    const run = runOf(schedule, due, await pin(schedule, schedule.workflowId));
    return await store.schedules.fire(due, { run });
  } catch (error) {
    const { code, message } = CadenceError.from(error);
    // The store is away: it is due still when that is back.
    if (code.startsWith('STORE_')) throw error;
    log.warn('a schedule could not start its run', { ...due, error });
    return store.schedules.fire(due, { error: { code, message } });
  }
}

function runOf(schedule: ScheduleRecord, { dueAt }: DueTime, pinned: PinnedWorkflow): NewRun {
  const { id, tenantId, ownerId, input, tone, model, onBusy } = schedule;
  return {
    ...{ tenantId, ownerId, input, tone, model, onBusy },
    id: randomUUID(),
    conversationId: schedule.conversationId ?? randomUUID(),
    ...(schedule.webhook && { webhook: schedule.webhook }),
    workflowId: pinned.workflowId,
    workflowVersion: pinned.workflowVersion,
    metadata: { ...schedule.metadata, ...pinned.metadata, schedule: { id, dueAt } },
  };
}

/** `null` also for an expression that another version took and this one does not. */
function nextAfter(schedule: ScheduleRecord, now: string): string | null {
  try {
    return nextDueTime(schedule, now);
  } catch {
    return null;
  }
}
