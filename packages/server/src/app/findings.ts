// What is wrong and what to do about it, in plain words: the same for `cadence doctor`, `cadence status` and the page.
import type { ApiDeployment, ApiModel, ApiProcess } from '@cadence-agents/contracts';
import type { PluginListing } from '@cadence-agents/engine';
import type { McpServerListing } from '../mcp/mcp-listing.ts';

export interface Finding {
  name: string;
  ok: boolean;
  detail: string;
  hint?: string;
}

export function pluginFinding({
  slug,
  version,
  status,
  reason,
  hint,
  source,
  health,
}: PluginListing): Finding {
  const name = `plugin ${slug}`;
  if (status === 'loaded' && !reason && health?.healthy === false)
    return {
      name,
      ok: false,
      detail: 'is loaded, and says that it is not well.',
      hint: 'Look at the plugin in the list of plugins: it tells what it misses.',
    };
  if (status === 'off') return { name, ok: true, detail: 'is turned off.' };
  const detail =
    status === 'loaded' && !reason ? `${version}, from a ${source}` : `${status}: ${reason ?? ''}`;
  return { name, ok: status !== 'failed' && !reason, detail, ...(hint && { hint }) };
}

export function mcpServerFinding(server: McpServerListing): Finding {
  const { name, transport, status, reason, problems, protocolVersion, tools } = server;
  const ok = status === 'connected';
  const detail = ok
    ? [
        `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} over ${transport}, protocol ${protocolVersion}`,
        ...problems,
      ].join('. ')
    : `${status}: ${reason ?? 'not connected yet'}`;
  const hint =
    transport === 'http'
      ? 'Look at its address and headers, and whether it runs.'
      : 'Run its command by hand. It gets PATH, HOME and the like, the variables of proxies and of their CA, and what its "env" names.';
  return { name: `MCP server ${name}`, ok, detail, ...(!ok && { hint }) };
}

export function modelFinding({ name, problem }: ApiModel): Finding {
  return { name: `model ${name}`, ok: problem === null, detail: problem ?? 'is set up' };
}

const problem = (name: string, detail: string, hint: string): Finding => ({ name, ok: false, detail, hint });

const LONG_WAIT_MS = 60_000;
const FAR_BEHIND_MS = 60_000;
const LEAST_DISK_BYTES = 1_000_000_000;
const MUCH_FREE_BYTES = 200_000_000;

type Seen = Omit<ApiDeployment, 'findings' | 'version'>;

/** What is wrong with the deployment itself, the worst first. */
export function deploymentFindings({ processes, queue, storage, bus, disk }: Seen, now: number): Finding[] {
  return [
    ...diskFindings(disk),
    ...busFindings(bus),
    ...workFindings(processes, queue, now),
    ...databaseFindings(storage),
    ...processes.flatMap(processFindings),
    ...differenceFindings(processes),
  ];
}

function diskFindings(disk: Seen['disk']): Finding[] {
  if (!disk || disk.freeBytes >= Math.min(LEAST_DISK_BYTES, disk.totalBytes / 20)) return [];
  return [
    problem(
      'disk',
      `Only ${megabytes(disk.freeBytes)} are free where the data folder is.`,
      'Make room, or set CADENCE_RETENTION_DAYS or CADENCE_ARCHIVE_URL, so that less is kept there.',
    ),
  ];
}

function busFindings(bus: Seen['bus']): Finding[] {
  if (!bus || bus.connected) return [];
  const hint =
    bus.kind === 'redis'
      ? 'Look whether the server at CADENCE_BUS_URL is up.'
      : 'Behind a pooler, set CADENCE_DATABASE_LISTEN_URL to the address of the server itself.';
  return [
    problem('bus', 'The processes do not hear one another: they look by themselves, which is slower.', hint),
  ];
}

function workFindings(processes: readonly ApiProcess[], queue: Seen['queue'], now: number): Finding[] {
  const workers = processes.filter(({ works, state }) => works && state === 'alive');
  if (workers.length === 0)
    return [
      problem(
        'workers',
        'No process carries out runs: what is sent waits.',
        'Start one with "cadence worker", or serve without --no-worker.',
      ),
    ];
  const waitedMs = queue.oldest === null ? 0 : now - Date.parse(queue.oldest);
  if (waitedMs < LONG_WAIT_MS) return [];
  const isFull = workers.every(({ atWork, capacity }) => atWork >= capacity);
  return [
    problem(
      'queue',
      `The oldest run has waited for ${duration(waitedMs)}.`,
      isFull
        ? 'All workers are full: start more of them, or raise CADENCE_CONCURRENCY.'
        : 'Its conversation may have a run under way, or a limit of its tenant or workflow may hold it back: look at CADENCE_TENANT_CONCURRENCY and CADENCE_WORKFLOW_CONCURRENCY.',
    ),
  ];
}

function databaseFindings({ schema, newestSchema, pool, replica, bytes, freeBytes }: Seen['storage']) {
  const found: Finding[] = [];
  if (schema > newestSchema)
    found.push(
      problem(
        'database',
        `Its schema is ${schema}, and this program knows ${newestSchema}: a newer one has been here.`,
        'Bring all processes to the newer version.',
      ),
    );
  if (pool && pool.waiting > 0)
    found.push(
      problem(
        'database',
        `${pool.waiting} queries wait for a connection.`,
        'Look whether the server is slow, or start more processes.',
      ),
    );
  if (replica && !replica.answers)
    found.push(
      problem(
        'replica',
        'The replica does not answer: lists are read from the server itself.',
        'Look whether the server at CADENCE_DATABASE_REPLICA_URL is up.',
      ),
    );
  else if (replica && (replica.behindMs ?? 0) > FAR_BEHIND_MS)
    found.push(
      problem(
        'replica',
        `The replica is ${duration(replica.behindMs ?? 0)} behind: lists show what was.`,
        'Look at its load and at the network between the two.',
      ),
    );
  if (freeBytes !== null && freeBytes > MUCH_FREE_BYTES && freeBytes > bytes / 2)
    found.push(
      problem(
        'database',
        `${megabytes(freeBytes)} of its ${megabytes(bytes)} are empty.`,
        'Give them back to the disk with "cadence db shrink"; servers wait while it runs.',
      ),
    );
  return found;
}

function processFindings({ host, pid, state, silentMs }: ApiProcess): Finding[] {
  const name = `process ${pid}${host === '' ? '' : ` on ${host}`}`;
  if (state === 'alive') return [];
  if (state === 'gone')
    return [
      problem(
        name,
        'It ended without a word: it was killed, or crashed.',
        'Look at its log. What it worked on is taken up by others.',
      ),
    ];
  return [
    problem(
      name,
      `It has given no sign of life for ${duration(silentMs)}.`,
      'Look whether it runs and reaches the database. What it worked on is taken up by others.',
    ),
  ];
}

function differenceFindings(processes: readonly ApiProcess[]): Finding[] {
  const living = processes.filter(({ state }) => state === 'alive');
  const found: Finding[] = [];
  const versions = new Set(living.map(({ version }) => version ?? 'an older one'));
  if (versions.size > 1)
    found.push(
      problem(
        'versions',
        `The processes run different versions: ${[...versions].toSorted().join(', ')}.`,
        'That is well during an upgrade; otherwise start those again that stayed behind.',
      ),
    );
  const sets = new Set(living.flatMap(({ plugins }) => plugins ?? []));
  if (versions.size === 1 && sets.size > 1)
    found.push(
      problem(
        'plugins',
        'The processes have different plugins.',
        'Installed plugins spread within seconds; those in folders have to be in the same folders on all machines.',
      ),
    );
  return found;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
