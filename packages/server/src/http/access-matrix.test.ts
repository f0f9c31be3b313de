// Every endpoint × every role × workflows × person × tenant, against what `actions` and `subjects` of the contracts say.
import { type Endpoint, errorCodes } from '@cadence-agents/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKeys } from '../security/api-keys.ts';
import {
  addressOf,
  bodies,
  type Caller,
  callers,
  expectedInList,
  expectedVerdict,
  makeThings,
  replyText,
  sharedAgent,
  type Things,
  theirs,
  type Verdict,
} from './access-matrix.fixture.ts';
import { allEndpoints } from './all-endpoints.ts';
import { possibleErrors } from './openapi/operation.ts';
import { adminKey, startLastingServer } from './server.fixture.ts';

const server = startLastingServer({
  CADENCE_ADMIN_KEY: adminKey,
  CADENCE_RATE_LIMIT_PER_KEY: '0',
  CADENCE_RATE_LIMIT_PER_USER: '0',
  CADENCE_RATE_LIMIT_PER_ADDRESS: '0',
});
const all: [string, Endpoint][] = Object.entries(allEndpoints);
const keys = new Map<string, string>();
let things: Things;

beforeAll(async () => {
  const { createKey } = createApiKeys({ store: server.current.cadence.store.keys });
  for (const { name, role, tenantId, scopes, userId, deployment } of callers) {
    if (deployment) keys.set(name, adminKey);
    else if (role) {
      const bonds = { ...(scopes && { scopes }), ...(userId !== null && { userId }) };
      keys.set(name, (await createKey({ role, tenantId, ...bonds })).key);
    }
  }
  things = await makeThings(server.current);
});

/** No more of them wait for a person than fit on one page. */
async function renewThings(): Promise<void> {
  await server.current.cadence.store.runs.requestCancel(theirs.tenantId, things.run);
  things = await makeThings(server.current);
}

async function call(name: string, endpoint: Endpoint, caller: Caller) {
  const key = keys.get(caller.name);
  const isBodied = endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && !endpoint.multipart;
  const response = await fetch(`${server.current.url}${addressOf(endpoint, things)}`, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(isBodied && { 'content-type': 'application/json' }),
    },
    ...(isBodied && { body: JSON.stringify(bodies[name]?.(things) ?? {}) }),
  });
  // A stream of a run that waits for a person ends by itself.
  const text = await replyText(endpoint, response);
  const code: unknown = response.status < 400 ? undefined : JSON.parse(text).error.code;
  return { status: response.status, code, text, verdict: verdictOf(response.status) };
}

function verdictOf(status: number): Verdict {
  const told: Partial<Record<number, Verdict>> = { 401: 'unauthenticated', 403: 'refused', 404: 'hidden' };
  return told[status] ?? 'served';
}

const isListing = ({ path, action }: Endpoint) => !path.includes(':') && action.endsWith('.read');
/** What of theirs a listing would show. */
const shownBy: Readonly<Record<string, () => string>> = {
  listConversations: () => things.conversation,
  langGraphSearchThreads: () => things.conversation,
  listRuns: () => things.run,
  listHandoffs: () => things.handoff,
  listSchedules: () => things.schedule,
  listDeliveries: () => things.delivery,
  langGraphSearchCrons: () => things.schedule,
  listWorkflows: () => `"${theirs.workflowId}"`,
  openAiListModels: () => `"${theirs.workflowId}"`,
  langGraphSearchAssistants: () => `"${theirs.workflowId}"`,
  listAgents: () => sharedAgent.id,
  listKeys: () => things.key,
};

/** That uploads are not taken here, or that something is not there for anyone, is told to those alone who may ask. */
const toldToThoseWhoMay: ReadonlySet<unknown> = new Set([
  'UPLOADS_DISABLED',
  'PLUGIN_NOT_FOUND',
  'BACKUP_NOT_FOUND',
  'PROVIDER_NOT_FOUND',
  'SETTING_NOT_FOUND',
  'TOOL_NOT_FOUND',
]);

describe.each(all)('%s', (name, endpoint) => {
  it('answers everybody as the table says', async () => {
    const wrong: unknown[] = [];
    for (const caller of callers) {
      const expected = expectedVerdict(name, endpoint, caller);
      const { status, code, text, verdict } = await call(name, endpoint, caller);
      const told = toldToThoseWhoMay.has(code) ? 'served' : verdict;
      if (told !== expected || status >= 500)
        wrong.push({ caller: caller.name, expected, told, status, code });
      if (typeof code === 'string') {
        expect(possibleErrors(endpoint), `${code} is not documented`).toContain(code);
        expect(Object.entries(errorCodes).find(([each]) => each === code)?.[1].status).toBe(status);
      }
      const shown = shownBy[name]?.();
      if (shown !== undefined && expected === 'served' && endpoint.action !== 'public') {
        if (text.includes(shown) !== expectedInList(endpoint.action, caller))
          wrong.push({ caller: caller.name, listed: text.includes(shown) });
      }
      if (expected === 'served' && endpoint.method !== 'GET' && !isListing(endpoint)) await renewThings();
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});

it('answers nobody with a wrong key', async () => {
  for (const key of ['wrong', 'cad_aaaaaaaaaaaa_aaaa', `${adminKey}x`]) {
    const response = await fetch(`${server.current.url}/api/v1/me`, { headers: { 'x-api-key': key } });
    expect(response.status).toBe(401);
  }
});
