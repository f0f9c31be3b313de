// The gate before a version is published: the newest runs of the workflow, replayed on it.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CadenceError,
  type GateFinding,
  type GateReport,
  type RunRecord,
  type WorkflowDefinition,
  type WorkflowVersion,
} from '@cadence-agents/contracts';
import { replay } from '@cadence-agents/engine';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import { demandScope } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { asSeenBy, latestGate, MOST_GATE_MS } from './gate-report.ts';
import { recordingFrom } from './recordings.ts';
import { noWorkflow, soundVersion } from './workflows.ts';

type Reading = Pick<AppContext, 'store'>;
type Gating = Reading & Pick<AppContext, 'recordedParts' | 'check' | 'log'>;

export interface GatedVersion {
  id: string;
  version: number;
  /** How many of the newest runs are looked at. */
  last: number;
}

/** How often what was found so far is stored. */
const KEEP_EVERY_MS = 1_000;

/** Replays the newest runs on a version, whoever began them, and keeps with it what came of that. */
export function gateVersion(context: Gating, principal: Principal, gated: GatedVersion): Promise<GateReport> {
  const work = async () => asSeenBy(principal, await (await begin(context, principal, gated)).whole);
  return audited(context, principal, 'workflow.gate', gated.id, work, { version: gated.version });
}

/** The same for those who do not wait longer than that: what there is by then. One that is under way is not begun anew. */
export function gateVersionWithin(
  context: Gating,
  principal: Principal,
  gated: GatedVersion,
  ms: number,
): Promise<GateReport> {
  const { id, version } = gated;
  const work = async () => {
    const { log, store } = context;
    demandScope(principal, id);
    const current = await latestGate(store, principal.tenantId, id, version);
    if (current?.state === 'running') return asSeenBy(principal, current);
    const { soFar, whole } = await begin(context, principal, gated);
    const failed = whole.catch((error: unknown) => {
      log.warn('gate broken off', { workflowId: id, version, code: CadenceError.from(error).code });
      throw error;
    });
    return asSeenBy(
      principal,
      (await Promise.race([failed, sleep(ms, undefined, { ref: false })])) ?? soFar(),
    );
  };
  return audited(context, principal, 'workflow.gate', id, work, { version });
}

/** A version with what its gate found the last time. */
export async function findVersion(
  { store }: Reading,
  principal: Principal,
  { id, version }: { id: string; version: number },
): Promise<WorkflowVersion & { gate: GateReport | null; gateBy: string | null }> {
  authorize(principal, 'workflow.read');
  demandScope(principal, id);
  const found = await store.workflows.get(principal.tenantId, id, version);
  if (!found) throw noWorkflow(id, version);
  const gate = await latestGate(store, principal.tenantId, id, version);
  return {
    ...found,
    gate: gate ? asSeenBy(principal, gate) : null,
    gateBy: gate ? await gateBy(store, principal, id, version) : null,
  };
}

/** Who had it tried the last time, if that is among the newest entries of the audit log. */
async function gateBy(
  { audit }: Pick<AppContext['store'], 'audit'>,
  { tenantId }: Principal,
  target: string,
  version: number,
): Promise<string | null> {
  const filter = { target, action: 'workflow.gate', outcome: 'done', limit: 50 } as const;
  const { items } = await audit.list(tenantId, filter);
  return items.find(({ details }) => details.version === version)?.actor ?? null;
}

interface BegunGate {
  soFar(): GateReport;
  whole: Promise<GateReport>;
}

async function begin(
  context: Gating,
  principal: Principal,
  { id, version, last }: GatedVersion,
): Promise<BegunGate> {
  const definition = await soundVersion(context, principal, { id, version });
  const { tenantId } = principal;
  const stored = context.store.workflows;
  const began = Date.now();
  const runs = await newestRuns(context, tenantId, id, last);
  let report = emptyReport(last, began, runs.length);
  const keep = () => stored.keepGate(tenantId, id, version, report);
  await keep();
  const work = async () => {
    let kept = began;
    for (const run of runs) {
      if (Date.now() - began > MOST_GATE_MS) break;
      report = withRun(report, await tryRun(context, run, definition, version));
      if (Date.now() - kept < KEEP_EVERY_MS) continue;
      kept = Date.now();
      await keep();
    }
    const { diverged, stranded, left } = report;
    const passed = diverged + stranded + left === 0;
    report = { ...report, state: 'done', endedAt: new Date().toISOString(), passed };
    await keep();
    return report;
  };
  return { soFar: () => report, whole: work() };
}

const PAGE = 100;

/** Those that wait for a person first, then those that have ended; the newest first. */
async function newestRuns(
  { store }: Reading,
  tenantId: string,
  workflowId: string,
  last: number,
): Promise<RunRecord[]> {
  const found = new Map<string, RunRecord>();
  const add = async (most: number, filter: { status?: 'awaiting_human' }) => {
    let after: string | undefined;
    do {
      const query = { workflowId, limit: Math.min(PAGE, last), ...filter, ...(after && { after }) };
      const page = await store.runs.list(tenantId, query);
      for (const run of page.items) {
        if (found.size < most && (run.endedAt !== null || run.handoff)) found.set(run.id, run);
      }
      after = page.next ?? undefined;
    } while (after !== undefined && found.size < most);
  };
  await add(last, { status: 'awaiting_human' });
  await add(found.size + last, {});
  return [...found.values()];
}

/** `undefined` when it does all the same. */
async function tryRun(
  context: Gating,
  run: RunRecord,
  definition: WorkflowDefinition,
  version: number,
): Promise<GateFinding | undefined> {
  const finding = { runId: run.id, visit: null, node: null, path: null };
  try {
    const made = await context.recordedParts(run);
    const gone = run.handoff && goneNode(run.handoff.node, made.workflow, definition);
    if (gone) {
      const message = `It waits for a person at "${gone}", which this version does not have.`;
      return { ...finding, verdict: 'stranded', node: gone, message };
    }
    const recording = await recordingFrom(context, run, made);
    const before = await replay(recording);
    if (before.divergence) {
      const message = `It cannot be replayed as it was. ${before.divergence.message}`;
      return { ...finding, verdict: 'skipped', message };
    }
    const changes = await context.recordedParts({ ...run, workflowVersion: version });
    const { divergence } = await replay(recording, { changes, expected: before.calls });
    if (!divergence) return undefined;
    const { visit, node, path, message } = divergence;
    return { runId: run.id, verdict: 'diverged', visit, node, path, message };
  } catch (error) {
    if (!CadenceError.is(error) || error.code.startsWith('STORE_')) throw error;
    return { ...finding, verdict: 'skipped', message: `It cannot be replayed: ${error.code}.` };
  }
}

/** Name of the node if the new definition has none of its id and kind. */
function goneNode(
  id: string,
  before: WorkflowDefinition | null,
  after: WorkflowDefinition,
): string | undefined {
  const was = before?.nodes.find((node) => node.id === id);
  const isThere = after.nodes.some((node) => node.id === id && node.nodeType === was?.nodeType);
  return isThere ? undefined : (was?.nodeName ?? id);
}

function emptyReport(last: number, began: number, left: number): GateReport {
  return {
    ...{ last, state: 'running', startedAt: new Date(began).toISOString(), endedAt: null, passed: false },
    ...{ unchanged: 0, diverged: 0, stranded: 0, skipped: 0, left, findings: [] },
  };
}

function withRun(report: GateReport, finding: GateFinding | undefined): GateReport {
  const verdict = finding?.verdict ?? 'unchanged';
  return {
    ...report,
    left: report.left - 1,
    [verdict]: report[verdict] + 1,
    findings: finding ? [...report.findings, finding] : report.findings,
  };
}
