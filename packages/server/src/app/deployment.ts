// How the deployment is. What it costs does not grow with what is stored.
import { statfs } from 'node:fs/promises';
import {
  type ApiDeployment,
  CadenceError,
  type ProcessRecord,
  type QueueRecord,
} from '@cadence-agents/contracts';
import { SIGN_EVERY_MS } from '../operation/presence.ts';
import { promptAnswer } from '../operation/prompt-answer.ts';
import { version } from '../operation/version.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { backupsIn } from './backups.ts';
import {
  deploymentFindings,
  type Finding,
  mcpServerFinding,
  modelFinding,
  pluginFinding,
} from './findings.ts';

/** Three signs of life that did not come. */
const SILENT_MS = 3 * SIGN_EVERY_MS;

type Looked = Pick<AppContext, 'store' | 'settings'> &
  Partial<Pick<AppContext, 'plugins' | 'mcpServers' | 'models' | 'bus'>>;

/** A command sees what is stored; a server also what it has loaded itself. */
export async function describeDeployment(context: Looked, principal: Principal): Promise<ApiDeployment> {
  authorize(principal, 'deployment.read');
  const { store, settings, bus } = context;
  const [processes, queue, { behindMs: _, ...storage }, disk, [backup]] = await Promise.all([
    store.deployment.processes(),
    store.deployment.queue(),
    store.deployment.storage(),
    roomIn(settings.dataDir),
    backupsIn(settings),
  ]);
  const seen = {
    processes: processes.map(withState),
    queue: { ...queue, oldest: oldestOf(queue) },
    storage,
    bus: bus?.() ?? null,
    disk,
    lastBackupAt: backup?.createdAt ?? null,
  };
  const findings = [
    ...(await storeFindings(store)),
    ...deploymentFindings(seen, Date.now()),
    ...partFindings(context),
  ];
  const wrong = findings.filter(({ ok }) => !ok);
  return {
    version,
    ...seen,
    findings: wrong.map(({ name, detail, hint }) => ({ name, detail, hint: hint ?? null })),
  };
}

function withState({ hasEnded, ...process }: ProcessRecord): ApiDeployment['processes'][number] {
  return { ...process, state: hasEnded ? 'gone' : process.silentMs > SILENT_MS ? 'silent' : 'alive' };
}

function oldestOf({ groups }: QueueRecord): string | null {
  return groups.map(({ oldest }) => oldest).toSorted()[0] ?? null;
}

async function storeFindings(store: AppContext['store']): Promise<Finding[]> {
  try {
    await promptAnswer(store.probe());
    return [];
  } catch (error) {
    const { message, hint } = CadenceError.from(error);
    return [{ name: 'database', ok: false, detail: message, ...(hint && { hint }) }];
  }
}

function partFindings({ plugins, mcpServers, models }: Looked): Finding[] {
  return [
    ...(models?.describe().map(modelFinding) ?? []),
    ...(plugins?.list().map(pluginFinding) ?? []),
    ...(mcpServers?.list().map(mcpServerFinding) ?? []),
  ];
}

async function roomIn(folder: string): Promise<ApiDeployment['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
