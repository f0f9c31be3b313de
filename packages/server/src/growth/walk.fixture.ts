// Every request that the API takes, and every job that nobody asks for.
import type { Endpoint } from '@cadence/contracts';
import {
  addressOf,
  bodies,
  type Caller,
  expectedVerdict,
  makeThings,
  type Things,
  theirs,
} from '../http/access-matrix.fixture.ts';
import { allEndpoints } from '../http/all-endpoints.ts';
import { removeOld } from '../retention.ts';
import type { GrownServer } from './grown-server.fixture.ts';

export interface WalkedRequest {
  name: string;
  caller: Caller;
  status: number;
  text: string;
}

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
  ],
  listConversations: ['limit=200', 'after=sums'],
  listAudit: ['actor=nobody', 'action=key.create', 'actor=nobody&action=key.create'],
  usage: ['groupBy=workflow', 'groupBy=agent', 'bucket=day&since=2026-01-01T00:00:00Z', 'bucket=hour'],
};

const searches: Readonly<Record<string, readonly unknown[]>> = {
  langGraphSearchThreads: [
    ...['idle', 'busy', 'interrupted', 'error'].map((status) => ({ status })),
    { metadata: { nowhere: 'to be found' } },
    { ids: ['sums'] },
    { offset: 100 },
  ],
  langGraphHistory: [{ limit: 100 }],
};

/** Sends every request as everybody who may, and hands over each once it is answered. */
export async function* walkEndpoints(grown: GrownServer): AsyncGenerator<WalkedRequest> {
  let things = await makeThings(grown.server);
  for (const [name, endpoint] of Object.entries<Endpoint>(allEndpoints)) {
    for (const [caller, key] of grown.keys) {
      if (expectedVerdict(name, endpoint, caller) !== 'served') continue;
      for (const request of requestsOf(name, endpoint, things)) {
        const response = await fetch(`${grown.server.url}${request.address}`, {
          method: endpoint.method,
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${key}`,
            ...(request.body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
        });
        yield { name, caller, status: response.status, text: await response.text() };
        if (endpoint.method !== 'GET') things = await makeThings(grown.server);
      }
    }
  }
}

function requestsOf(name: string, endpoint: Endpoint, things: Things): { address: string; body?: unknown }[] {
  const address = addressOf(endpoint, things);
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    return [{ address }, ...(queries[name] ?? []).map((query) => ({ address: `${address}?${query}` }))];
  }
  if (endpoint.multipart) return [{ address }];
  const body = bodies[name]?.(things) ?? {};
  return [{ address, body }, ...(searches[name] ?? []).map((search) => ({ address, body: search }))];
}

/** What a process does by itself, each by its name. */
export const jobs: Readonly<Record<string, (grown: GrownServer) => Promise<unknown>>> = {
  retention: ({ server }) => removeOld(server.cadence.store, 364),
  'looking for work': ({ server }) => server.cadence.store.runs.hasWork(),
  'claiming work': ({ server }) => server.cadence.store.runs.claim('nobody in particular', 1),
  'counting what waits': ({ server }) => server.cadence.store.runs.countQueued(),
  'asking whether the store is well': ({ server }) => server.cadence.store.probe(),
};
