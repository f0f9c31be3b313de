// A deployment that was used: something of all that a database keeps, put there through the API, and what the API tells
// of it. Older releases do both with their own programs, so only endpoints are used that all of them have.
import type { CadenceClient } from '@cadence-agents/client';
import { packedPlugin } from '../http/packed-plugin.fixture.ts';

export const adminKey = 'an-admin-key-for-tests-only';
const modelKey = 'the-key-of-a-model-for-tests-only';
/** The conversation whose run waits for a person. */
export const waiting = 'waiting';
/** The conversation whose run was at work in a tool when the process was killed. */
export const abandoned = 'abandoned';

const edge = (sourceNodeId: string, conditionValue: string | null, targetNodeId: string) => ({
  id: `${sourceNodeId}-${targetNodeId}`,
  sourceNodeId,
  targetNodeId,
  conditionType: conditionValue === null ? 'ALWAYS' : 'CONDITIONAL',
  conditionValue,
});
const node = (id: string, nodeType: string, more: object = {}) => ({ id, nodeType, nodeName: id, ...more });

function workflow(id: string, nodes: object[], edges: object[], agent: object) {
  const within = (part: object) => ({ ...part, workflowId: id });
  const [first] = nodes;
  return {
    id,
    name: id,
    entrypointNodeId: first && 'id' in first ? first.id : '',
    nodes: nodes.map(within),
    edges: edges.map(within),
    agents: [{ id: 'clerk', name: 'clerk', systemPrompt: 'You are a clerk.', ...agent }],
  };
}

const clerk = node('clerk', 'AGENT', { agentId: 'clerk' });
const desk = (question: string) =>
  workflow(
    'desk',
    [node('person', 'HUMAN_HANDOFF', { config: { question } }), clerk],
    [edge('person', null, 'clerk')],
    {},
  );
const definitions = [
  desk('Shall I?'),
  desk('May I?'),
  workflow(
    'greetings',
    [clerk, node('tools', 'TOOL_EXECUTOR')],
    [edge('clerk', 'tools', 'tools'), edge('tools', null, 'clerk')],
    { tools: ['greet'] },
  ),
  workflow('unreachable', [clerk], [], { model: 'openai:not-there' }),
];

/** Ann is greeted at length. */
const greet = `async ({ who }) => {
  if (who.includes('Ann')) await new Promise((resolve) => setTimeout(resolve, 2500));
  return 'Hello, ' + who;
}`;

/** Fills the database of a server whose model of OpenAI refuses every call. */
export async function liveIn(client: CadenceClient): Promise<{ key: string }> {
  await client.putSecret({ params: { name: 'OPENAI_API_KEY' }, body: { value: modelKey } });
  await client.upload(await packedPlugin('greeter', greet), 'greeter.tgz');
  for (const definition of definitions)
    await client.putWorkflow({ params: { id: definition.id }, query: {}, body: definition });
  await client.putWorkflow({ params: { id: 'desk' }, query: { draft: 'true' }, body: desk('Might I?') });
  await client.putProfile({
    query: {},
    body: { name: 'Ann', roles: ['staff'], preferences: { units: 'SI' } },
  });
  const { key } = await client.createKey({ body: { role: 'operator', name: 'for Bob', userId: 'bob' } });
  const messages: [conversation: string, workflowId: string, message: string][] = [
    ['coordinated', 'coordinator', 'What is 15 * 23?'],
    ['coordinated', 'coordinator', 'Search for Python async programming info'],
    ['planned', 'plan-verify', 'Search for async programming and calculate 2026 - 2018'],
    ['declared', 'assistant', 'What is 2 + 3?'],
    ['declared', 'assistant', 'What is 4 * 5?'],
    ['declared', 'greetings', 'Greet Bob'],
    ['failed', 'unreachable', 'Hello?'],
    [waiting, 'desk', 'Go ahead'],
  ];
  for (const [id, workflowId, message] of messages)
    await client.sendMessage({ params: { id }, body: { message, workflowId } });
  return { key };
}

/** Returns when the run is at work in a tool that may not be called twice. */
export async function beginToGreet(client: CadenceClient): Promise<void> {
  const message = { message: 'Greet Ann', workflowId: 'greetings' };
  for await (const { type } of client.stream(abandoned, message)) if (type === 'on_tool_start') return;
  throw new Error('The run has ended without a call.');
}

/** All that the API tells of it, but of the run that was abandoned. */
export async function tell(client: CadenceClient) {
  const told: Record<string, unknown> = {};
  const { items } = await client.listConversations({ query: {} });
  for (const conversation of items) {
    const { id } = conversation;
    if (id === abandoned) continue;
    const { items: runs } = await client.listRuns({ query: { conversationId: id } });
    told[id] = {
      conversation,
      messages: (await client.listMessages({ params: { id }, query: { limit: 200 } })).items,
      runs: await Promise.all(
        runs.map(async (run) => ({
          ...run,
          steps: (await client.runSteps({ params: { id: run.id } })).items.map(({ node }) => node),
          events: (await client.runEvents({ params: { id: run.id }, query: {} })).items.length,
        })),
      ),
    };
  }
  const params = { id: 'desk' };
  return {
    conversations: told,
    handoffs: (await client.listHandoffs({ query: {} })).items,
    desk: {
      published: await client.getWorkflow({ params, query: {} }),
      draft: await client.getWorkflow({ params, query: { draft: 'true' } }),
      versions: (await client.workflowVersions({ params })).items,
    },
    profile: await client.getProfile({ query: {} }),
    keys: (await client.listKeys({ query: {} })).items,
    secrets: (await client.listSecrets()).items,
    // Times are told roughly by some releases, and the abandoned run is counted once it ends.
    usage: (await client.usage({ query: { ...daysOf(items), groupBy: 'workflow' } })).items
      .filter(({ group }) => group !== 'greetings')
      .map(({ medianMs: _median, p95Ms: _p95, ...exact }) => exact),
  };
}

/** From the day on which the first of them was begun, two days. */
function daysOf(conversations: readonly { createdAt: string }[]): { since: string; until: string } {
  const day = 86_400_000;
  const begun = Math.min(...conversations.map(({ createdAt }) => Date.parse(createdAt)));
  const since = begun - (begun % day);
  return { since: new Date(since).toISOString(), until: new Date(since + 2 * day).toISOString() };
}
