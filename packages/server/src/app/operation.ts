// What those who run Cadence look at: the audit log, usage, models, settings, and whether it works.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AuditEntry, CadenceError, errorCodes, type Page, type UsageRow } from '@cadence/contracts';
import { isolationInForce } from '@cadence/engine';
import { promptAnswer } from '../operation/prompt-answer.ts';
import { type SettingName, settingTable } from '../settings/setting-table.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import { visibleRows } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { type AskedPage, asPageQuery } from './asked-page.ts';

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;
const MODEL_TIMEOUT_MS = 30_000;

export interface AuditQuery extends AskedPage {
  actor?: string | undefined;
  action?: string | undefined;
}

/** Newest first. */
export async function listAudit(
  { store }: Pick<AppContext, 'store'>,
  principal: Principal,
  { actor, action, ...query }: AuditQuery,
): Promise<Page<AuditEntry>> {
  authorize(principal, 'audit.read');
  const filter = { ...(actor !== undefined && { actor }), ...(action !== undefined && { action }) };
  return store.audit.list(principal.tenantId, { ...asPageQuery(query), ...filter });
}

export interface UsageQuery {
  /** The last 30 days when absent. */
  since?: string | undefined;
  until?: string | undefined;
  bucket: 'hour' | 'day';
  groupBy?: 'workflow' | 'agent' | undefined;
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
  return { items: models.describe(), prices: settings.modelPrices };
}

export interface TestedModel {
  model: string;
  answer: string;
  ms: number;
}

/** Asks a model for one word. */
export function testModel(
  context: Pick<AppContext, 'models' | 'store' | 'log' | 'mask'>,
  principal: Principal,
  { model, signal }: { model: string; signal: AbortSignal },
): Promise<TestedModel> {
  return audited(context, principal, 'model.test', model, async () => {
    const before = performance.now();
    const messages = [{ id: randomUUID(), role: 'user' as const, content: 'Say hello.' }];
    const { content } = await context.models
      .get(model)
      .generate(
        { system: 'Answer with one word.', messages, tools: [] },
        { signal: AbortSignal.any([signal, AbortSignal.timeout(MODEL_TIMEOUT_MS)]) },
      );
    context.log.info('model tested', { model });
    return { model, answer: context.mask(content).slice(0, 200), ms: Math.round(performance.now() - before) };
  });
}

const settingNames = Object.keys(settingTable) as SettingName[];

/** Every setting, where it comes from, and what it is for; without the values of secrets. */
export function listSettings(
  { settings, sources }: Pick<AppContext, 'settings' | 'sources'>,
  principal: Principal,
) {
  authorize(principal, 'settings.read');
  return settingNames.map((name) => {
    const { env, about, secret = false } = settingTable[name];
    return { name, env, about, source: sources[name], secret, value: secret ? null : settings[name] };
  });
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
