// A run that needs a plugin which this process does not have.
import { CadenceError, type ClaimedRun, type RunEvent } from '@cadence-agents/contracts';
import { z } from 'zod';
import type { EventLog } from '../events/event-log.ts';
import type { Log } from '../log.ts';

const WAITING = 'waiting_for_plugin';

/** The workflow cannot be made here with the plugins that are loaded; it may be elsewhere. */
export const isPluginAway = (error: unknown): boolean =>
  CadenceError.is(error) && error.code === 'PLUGIN_AWAY';

const awayDetails = z.object({ plugins: z.array(z.string()).nonempty() });

/** What is wrong however long one waits: unless a plugin is known to be away, nobody has what is missing. */
export function lasting(error: unknown): unknown {
  if (!CadenceError.is(error) || !isPluginAway(error)) return error;
  return awayDetails.safeParse(error.details).success ? error : error.cause;
}

/**
 * A run cannot go on here without a plugin. Says so, once, when no other process has come for it. Throws whatever else
 * it is.
 */
export async function waitForPlugin(
  error: unknown,
  { overdue }: ClaimedRun,
  { told, events, log }: { told: readonly RunEvent[]; events: EventLog; log: Log },
): Promise<undefined> {
  if (!CadenceError.is(error) || !isPluginAway(error)) throw error;
  const last = told.at(-1);
  const isTold = last?.type === 'on_custom_event' && last.data.status === WAITING;
  if (overdue && !isTold) {
    log.warn('run waits for a plugin', { error });
    events.for(null)('on_custom_event', { status: WAITING, message: error.message });
  }
  await events.flush();
}
