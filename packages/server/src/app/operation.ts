// What those who run Cadence look at: the audit log, usage, models, settings, and whether it works.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AuditEntry,
  CadenceError,
  errorCodes,
  type Page,
  type UsageGrouping,
  type UsageRow,
} from '@cadence-agents/contracts';
import { isolationInForce } from '@cadence-agents/engine';
import { promptAnswer } from '../operation/prompt-answer.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import { visibleRows } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { type AskedPage, asPageQuery } from './asked-page.ts';

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

export interface AuditQuery extends AskedPage {
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  outcome?: AuditEntry['outcome'] | undefined;
  text?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Newest first. */
export async function listAudit(
  { store }: Pick<AppContext, 'store'>,
  principal: Principal,
  { actor, action, target, outcome, text, from, to, ...query }: AuditQuery,
): Promise<Page<AuditEntry>> {
  authorize(principal, 'audit.read');
  return store.audit.list(principal.tenantId, {
    ...asPageQuery(query),
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(target !== undefined && { target }),
    ...(outcome !== undefined && { outcome }),
    ...(text !== undefined && { text }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  });
}

export interface UsageQuery {
  /** The last 30 days when absent. */
  since?: string | undefined;
  until?: string | undefined;
  bucket: 'hour' | 'day';
  groupBy?: UsageGrouping | undefined;
}

/** Of the runs that the principal may see. */
export async function reportUsage(
  { store, settings }: Pick<AppContext, 'store' | 'settings'>,
  principal: Principal,
  { since, until, bucket, groupBy }: UsageQuery,
): Promise<UsageRow[]> {
  authorize(principal, 'usage.read');
  const { ownerId, scopes: workflowIds } = visibleRows(principal);
  return store.usage.report(principal.tenantId, {
    ...(ownerId !== undefined && { ownerId }),
    ...(workflowIds && { workflowIds }),
    since: since ?? new Date(Date.now() - DEFAULT_DAYS * DAY_MS).toISOString(),
    bucket,
    prices: settings.modelPrices,
    ...(until !== undefined && { until }),
    ...(groupBy && { groupBy }),
  });
}

/** The models that the settings name, and what a million tokens cost. */
export function listModels(
  { models, settings }: Pick<AppContext, 'models' | 'settings'>,
  principal: Principal,
) {
  authorize(principal, 'catalogue.read');
  return { items: models.describe(), chat: [...settings.chatModels], prices: settings.modelPrices };
}

/**
 * How uploaded plugins are isolated here. The first to ask is told `unknown`: it is found by starting processes, and
 * whoever asks whether this one is alive must not wait for those.
 */
export async function isolationLevel({ settings }: Pick<AppContext, 'settings'>): Promise<string> {
  const found = isolationInForce(settings.pluginIsolation).then(({ level }) => level ?? 'unavailable');
  return Promise.race([found, nextTurn('unknown')]);
}

/** Rejects when the database does not answer soon, or cannot take work. */
export async function checkReady({ store }: Pick<AppContext, 'store'>): Promise<void> {
  try {
    await promptAnswer(store.probe());
  } catch (error) {
    const { code, hint } = CadenceError.from(error);
    if (code === 'STORE_UNAVAILABLE') throw error;
    // Anybody may ask, and the error itself says where the database is.
    throw new CadenceError('STORE_UNAVAILABLE', errorCodes[code].meaning, {
      hint,
      details: { code },
      cause: error,
    });
  }
}
