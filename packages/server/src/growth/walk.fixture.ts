// Every request that the API takes, and every job that nobody asks for.
import type { Endpoint } from '@cadence-agents/contracts';
import {
  addressOf,
  bodies,
  type Caller,
  expectedVerdict,
  makeThings,
  replyText,
  type Things,
  theirs,
} from '../http/access-matrix.fixture.ts';
import { allEndpoints } from '../http/all-endpoints.ts';
import { removeOld } from '../retention.ts';
import type { GrownServer } from './grown-server.fixture.ts';

export interface WalkedRequest {
  name: string;
  /** What was asked for beside the plain request. */
  detail: string;
  caller: Caller;
  status: number;
  text: string;
  /** What it took at best. */
  cost: Cost;
}

/** In milliseconds: of CPU, and by the clock. */
export interface Cost {
  cpuMs: number;
  ms: number;
}

/** What work costs. A neighbour, a collection of garbage or a checkpoint can only add to it. */
export type Measure = (work: () => Promise<unknown>) => Promise<Cost>;

/** The CPU of this process, and of a database that is another. */
export function measureWith(databaseCpuMs: () => Promise<number>): Measure {
  return async (work) => {
    const before = await databaseCpuMs();
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(cpu);
    const ms = performance.now() - start;
    return { cpuMs: (user + system) / 1_000 + (await databaseCpuMs()) - before, ms };
  };
}

/** How often a request is sent: until it costs no more than is too little to tell, or so many times. */
export interface Tries {
  least: number;
  most: number;
  enoughMs: number;
  measure: Measure;
}
const once: Tries = {
  least: 1,
  most: 1,
  enoughMs: 0,
  measure: measureWith(async () => 0),
};

/** What can be asked for beside the plain request. */
const queries: Readonly<Record<string, readonly string[]>> = {
  listRuns: [
    ...['queued', 'running', 'awaiting_human', 'failed', 'cancelled', 'completed'].map(
      (status) => `status=${status}`,
    ),
    `workflowId=${theirs.workflowId}`,
    'workflowId=nowhere',
    `workflowId=${theirs.workflowId}&status=failed`,
    'conversationId=sums&status=failed',
    'after=sums',
    'text=hello&status=failed',
    'tool=ask',
    'errorCode=NOWHERE',
    'tag=nowhere',
    'feedback=down',
    'feedback=up&text=hello',
    'userId=user-7',
    'from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z',
    'minTokens=1000000',
    'minCost=1000',
  ],
  // The last with a word of many runs beside the one of none.
  searchRuns: ['text=hello', 'text=hel', 'text=nowhere', 'text=what nowhere'],
  listConversations: ['limit=200', 'limit=200&after=mi0000000.sums'],
  listPeople: ['prefix=user-1', 'limit=200'],
  listAudit: [
    ...['actor=nobody', 'action=key.create', 'actor=nobody&action=key.create', 'target=nowhere'],
    ...['text=nowhere', 'outcome=failed', 'from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z'],
  ],
  usage: [
    'groupBy=workflow',
    'groupBy=agent',
    'groupBy=model',
    'groupBy=user',
    'bucket=day&since=2026-01-01T00:00:00Z',
    'bucket=hour',
  ],
};

const searches: Readonly<Record<string, readonly unknown[]>> = {
  langGraphSearchThreads: [
    ...['idle', 'busy', 'interrupted', 'error'].map((status) => ({ status })),
    { metadata: { nowhere: 'to be found' } },
    { values: { answer: 'nowhere to be found' } },
    { ids: ['sums'] },
    { offset: 100 },
  ],
  langGraphHistory: [{ limit: 100 }],
};

/** Sends every request as everybody who may, and hands each over; none to those endpoints that are left out. */
export async function* walkEndpoints(
  grown: GrownServer,
  { tries = once, leftOut = [] }: { tries?: Tries; leftOut?: readonly string[] } = {},
): AsyncGenerator<WalkedRequest> {
  let things = await makeThings(grown.server);
  for (const [name, endpoint] of Object.entries<Endpoint>(allEndpoints)) {
    if (leftOut.includes(name)) continue;
    for (const [caller, key] of grown.keys) {
      if (expectedVerdict(name, endpoint, caller) !== 'served') continue;
      for (const [place, { detail }] of requestsOf(name, endpoint, things).entries()) {
        const changes = endpoint.method !== 'GET' && detail === '';
        const walked = { name, detail, caller, status: 0, text: '', cost: unknownCost };
        for (let tried = 0; wantsMore(tries, walked.cost, tried, changes); tried++) {
          const request = requestsOf(name, endpoint, things)[place];
          const cost = await tries.measure(async () =>
            Object.assign(walked, await send(grown, endpoint, key, request)),
          );
          walked.cost = {
            cpuMs: Math.min(cost.cpuMs, walked.cost.cpuMs),
            ms: Math.min(cost.ms, walked.cost.ms),
          };
          if (changes) things = await makeThings(grown.server);
        }
        yield walked;
      }
    }
  }
}

const unknownCost: Cost = { cpuMs: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY };

function wantsMore(
  { least, most, enoughMs }: Tries,
  { cpuMs }: Cost,
  tried: number,
  changes: boolean,
): boolean {
  return tried < (changes ? 1 : least) || (tried < most && cpuMs > enoughMs);
}

interface Request {
  address: string;
  detail: string;
  body?: unknown;
}

async function send(
  { server }: GrownServer,
  endpoint: Endpoint,
  key: string,
  { address, body }: Request = { address: '/', detail: '' },
): Promise<Pick<WalkedRequest, 'status' | 'text'>> {
  const response = await fetch(`${server.url}${address}`, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await replyText(endpoint, response) };
}

function requestsOf(name: string, endpoint: Endpoint, things: Things): Request[] {
  const address = addressOf(endpoint, things);
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    const asked = (queries[name] ?? []).map((query) => ({ address: `${address}?${query}`, detail: query }));
    return [{ address, detail: '' }, ...asked];
  }
  if (endpoint.multipart) return [{ address, detail: '' }];
  const body = bodies[name]?.(things) ?? {};
  const asked = (searches[name] ?? []).map((search) => ({
    ...{ address, detail: JSON.stringify(search), body: search },
  }));
  return [{ address, detail: '', body }, ...asked];
}

/** What a process does by itself, each by its name. */
export const jobs: Readonly<Record<string, (grown: GrownServer) => Promise<unknown>>> = {
  retention: ({ server }) => removeOld(server.cadence.store, 180),
  'looking for work': ({ server }) => server.cadence.store.runs.hasWork(),
  'claiming work': ({ server }) => server.cadence.store.runs.claim('nobody in particular', 1),
  'counting what waits': ({ server }) => server.cadence.store.runs.countQueued(),
  'asking whether the store is well': ({ server }) => server.cadence.store.probe(),
};
