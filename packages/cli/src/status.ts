import { styleText } from 'node:util';
import type { ApiDeployment } from '@cadence-agents/contracts';
import type { Command } from 'commander';
import { exitCodes } from './exit-code.ts';
import { withStore } from './local-cadence.ts';
import { dim, plural, printJson, say } from './output.ts';

export function addCommands(program: Command): void {
  program
    .command('status')
    .description('the deployment: its processes, what waits, the database, and what is wrong')
    .option('--json', 'print it as JSON')
    .action(showStatus);
}

/** Of what runs on the database of the settings; what the settings themselves lead to is for `doctor`. */
async function showStatus({ json }: { json?: boolean }): Promise<void> {
  const { describeDeployment, localPrincipal } = await import('@cadence-agents/server/app');
  const status = await withStore((local) => describeDeployment(local, localPrincipal));
  if (json) printJson(status);
  else print(status);
  process.exitCode = status.findings.length === 0 ? exitCodes.done : exitCodes.problem;
}

function print({ processes, queue, storage, disk, findings }: ApiDeployment): void {
  console.log(processes.length === 0 ? 'No process runs.' : 'Processes');
  for (const { pid, host, serves, works, version, state, atWork, capacity } of processes) {
    const roles = [...(serves ? ['serves'] : []), ...(works ? [`works on ${atWork} of ${capacity}`] : [])];
    const where = host === '' ? `${pid}` : `${pid} on ${host}`;
    console.log(`  ${where}: ${roles.join(', ')}; ${version ?? 'an older version, or a command'}; ${state}`);
  }
  const more = queue.isMore ? 'more than ' : '';
  const since = queue.oldest === null ? '' : dim(` (the oldest since ${queue.oldest})`);
  console.log(`Queue: ${more}${plural(queue.waiting, 'run')}${since}`);
  for (const { tenantId, workflowId, waiting } of queue.groups.slice(0, 10))
    console.log(`  ${tenantId} · ${workflowId}: ${waiting}`);
  const kind = storage.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  console.log(`Database: ${kind}, ${megabytes(storage.bytes)}, schema ${storage.schema}`);
  if (disk) console.log(`Disk: ${megabytes(disk.freeBytes)} of ${megabytes(disk.totalBytes)} are free`);
  for (const { name, detail, hint } of findings) {
    console.log(`${styleText('red', '✗')} ${name}: ${detail}`);
    if (hint) say(`  ${hint}`);
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
