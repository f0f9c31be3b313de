// Random requests from the OpenAPI document: no answer is a 500, and each is as the document says. `npm run fuzz` sends
// 20,000 to a server on either database.
import { type Endpoint, isJsonObject, type JsonValue, parseJson } from '@cadence-agents/contracts';
import { sharedPostgres } from '@cadence-agents/storage/testing';
import { type RandomChoice, randomChoice, seededRandom } from '@cadence-agents/testkit';
import { runs, seed } from '@cadence-agents/testkit/random-runs';
import { afterAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../all-endpoints.ts';
import { openApi } from '../openapi/openapi.ts';
import { adminKey, startServer, type TestServer } from '../server.fixture.ts';
import {
  type FuzzedRequest,
  fuzzedRequest,
  type Kind,
  kindOf,
  type Operation,
  operationsOf,
} from './fuzzed-request.fixture.ts';
import { type Reply, replyProblems } from './reply-problem.fixture.ts';

const requests = runs(2_000);
/** So many are enough to see what is wrong. */
const MOST_FAILURES = 20;
const MOST_IDS = 30;
const PATIENCE_MS = 15_000;
const WAITS = 'It waits for a person.';

/** Streams that go on for ever cannot be read to their end. */
const ending = Object.entries<Endpoint>(allEndpoints).filter(([, { lasting }]) => !lasting);
const document = openApi(Object.fromEntries(ending));
const operations = operationsOf(document);
const problemOf = replyProblems(document);

const postgres = sharedPostgres();
afterAll(postgres.drop);

describe('random requests', () => {
  it.each([
    ['SQLite', async () => ({})],
    ['PostgreSQL', async () => ({ CADENCE_DATABASE_URL: await postgres.freshDatabase() })],
  ] as const)(
    'are answered as the document says on %s',
    async (name, database) => {
      const server = await startServer({ ...settings, ...(await database()) });
      await furnish(server);
      const choice = randomChoice(seededRandom(seed));
      const { failures, statuses } = await fuzz(server, choice);
      console.log(`${name}, SEED=${seed}: ${JSON.stringify(Object.fromEntries([...statuses].toSorted()))}`);
      expect(failures, `SEED=${seed}`).toEqual([]);
    },
    3_600_000,
  );
});

const settings = {
  CADENCE_ADMIN_KEY: adminKey,
  CADENCE_ENABLE_UPLOADS: 'true',
  CADENCE_RATE_LIMIT_PER_KEY: '0',
  CADENCE_RATE_LIMIT_PER_USER: '0',
  CADENCE_RATE_LIMIT_PER_ADDRESS: '0',
};

/** Things to ask about from the beginning. */
async function furnish({ client }: TestServer): Promise<void> {
  const hold = { id: 'hold', workflowId: 'hold', nodeType: 'HUMAN_HANDOFF', nodeName: 'person' };
  const body = { name: 'Waits', entrypointNodeId: 'hold', nodes: [hold], edges: [] };
  await client.putWorkflow({ params: { id: 'hold' }, query: {}, body });
  for (const workflowId of ['hold', 'coordinator']) {
    const message = { message: 'What is 2 + 2?', workflowId };
    await client.sendMessage({ params: { id: `about-${workflowId}` }, body: message });
  }
}

async function fuzz(server: TestServer, choice: RandomChoice) {
  const failures: string[] = [];
  const statuses = new Map<string, number>();
  const pool = {
    ids: new Map<Kind, string[]>([
      ['workflow', ['hold', 'coordinator']],
      ['plugin', ['math']],
      ['other', ['offline']],
    ]),
    keys: [adminKey],
  };
  for (const path of ['/api/v1/runs', '/api/v1/handoffs', '/api/v1/conversations'])
    learn(path, await send(server, { method: 'GET', path, headers: {}, body: undefined }), pool);
  for (let number = 0; number < requests && failures.length < MOST_FAILURES; number++) {
    const operation = choice.pick(operations) as Operation;
    const request = fuzzedRequest(operation, choice, pool);
    const reply = await send(server, request).catch(async (error: unknown) => {
      const text = (await waitsForPerson(server, request)) ? WAITS : String(error);
      return { status: 0, type: '', text };
    });
    if (reply.text === WAITS) continue;
    statuses.set(String(reply.status), (statuses.get(String(reply.status)) ?? 0) + 1);
    const problem = problemOf(operation.method, operation.path, reply);
    if (problem) failures.push(told(number, operation, request, reply, problem));
    learn(operation.path, reply, pool);
  }
  return { failures, statuses };
}

interface Learned {
  ids: Map<Kind, string[]>;
  keys: string[];
}

async function send({ url }: TestServer, { method, path, headers, body }: FuzzedRequest): Promise<Reply> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, ...headers },
    ...(body !== undefined && method !== 'GET' && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
}

/** Whether the request is about a conversation in which a question is open: what is sent there waits its turn. */
async function waitsForPerson({ client }: TestServer, { path }: FuzzedRequest): Promise<boolean> {
  const conversationId = /(?:conversations|threads)\/([^/?]+)/.exec(path)?.[1];
  if (conversationId === undefined) return false;
  const query = { conversationId: decodeURIComponent(conversationId), status: 'awaiting_human' } as const;
  return (await client.listRuns({ query })).items.length > 0;
}

function told(
  number: number,
  { path }: Operation,
  request: FuzzedRequest,
  reply: Reply,
  problem: string,
): string {
  const cut = (text: string | undefined) => (text && text.length > 400 ? `${text.slice(0, 400)}…` : text);
  const sent = { ...request, path: cut(request.path), body: cut(request.body) };
  return `#${number} ${request.method} ${path}: ${problem}\n  ${JSON.stringify(sent)}\n  ${reply.status} ${cut(reply.text)}`;
}

const names = /^(?:id|key|slug|name|\w+_id|\w+Id)$/;

/** Keeps the ids and keys of a reply for the requests to come. */
function learn(path: string, { status, text }: Reply, { ids, keys }: Learned): void {
  if (status >= 300) return;
  const look = (value: JsonValue | undefined): void => {
    if (Array.isArray(value)) for (const item of value.slice(0, 5)) look(item);
    if (!isJsonObject(value)) return;
    for (const [name, field] of Object.entries(value)) {
      if (typeof field !== 'string' || !names.test(name)) look(field);
      else if (name === 'key' && field.startsWith('cad_')) keys.push(field);
      else if (field.length < 100) keep(kindOf(name, path), field);
    }
  };
  const keep = (kind: Kind, id: string) => {
    const known = ids.get(kind) ?? [];
    if (known.includes(id)) return;
    // The first are those that were there from the beginning.
    if (known.length >= MOST_IDS) known.splice(2, 1);
    ids.set(kind, [...known, id]);
  };
  look(parseJson(text));
}
