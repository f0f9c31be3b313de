// Who changed what: one entry for each change that was asked for, refused ones too.
import {
  type Action,
  type AuditEntry,
  CadenceError,
  type ErrorCode,
  type JsonObject,
  ruleOf,
  type Store,
} from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import { authorize } from './authorize.ts';
import { actorOf, type Origin, type Principal } from './principal.ts';

export interface AuditContext {
  store: Pick<Store, 'audit'>;
  log: Log;
}

export interface AuditedChange extends Pick<AuditEntry, 'outcome'> {
  action: Action;
  target: string;
  details?: JsonObject;
}

/** What somebody may not do, as against what could not be done. */
const refusals: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'UPLOADS_DISABLED', 'ADDRESS_REFUSED']);

/**
 * Does the work if the principal may, and records it. `target` is the id of what is changed, or gives that of what was
 * made; `details` are kept of what was done. What people or models wrote does not belong into an entry.
 */
export async function audited<T>(
  context: AuditContext,
  principal: Principal,
  action: Action,
  target: string | ((made: T) => string),
  work: () => Promise<T>,
  details: JsonObject | ((made: T) => JsonObject) = {},
): Promise<T> {
  try {
    authorize(principal, action);
    const made = await work();
    const changed = typeof target === 'function' ? target(made) : target;
    const told = typeof details === 'function' ? details(made) : details;
    await record(context, principal, { action, target: changed, outcome: 'done', details: told });
    return made;
  } catch (error) {
    const { code } = CadenceError.from(error);
    await record(context, principal, {
      action,
      target: typeof target === 'string' ? target : `new ${ruleOf(action).on}`,
      outcome: refusals.has(code) ? 'refused' : 'failed',
      details: { code },
    });
    throw error;
  }
}

const recorded = new WeakSet<Origin>();

/** Whether the request that the principal came with has an entry. */
export const isRecorded = ({ origin }: Principal): boolean => origin !== undefined && recorded.has(origin);

/** Adds an entry. A change is not undone because its entry could not be kept: the log says that it is missing. */
export async function record(
  { store, log }: AuditContext,
  principal: Principal,
  { action, target, outcome, details = {} }: AuditedChange,
): Promise<void> {
  const { tenantId, origin } = principal;
  if (origin) recorded.add(origin);
  try {
    await store.audit.append({
      tenantId,
      actor: actorOf(principal),
      action,
      target,
      outcome,
      requestId: origin?.requestId ?? null,
      ip: origin?.ip ?? null,
      details,
    });
  } catch (error) {
    log.error('an audit entry was not kept', { action, error });
  }
}
