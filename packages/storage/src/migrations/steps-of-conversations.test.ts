// Databases whose states were checkpoints, with the texts that were written then.
import { localOwner } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { openStore } from '../open-store.ts';
import { bytesOf } from '../stored-bytes.ts';
import { emptyDatabases } from './empty-databases.fixture.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { stepsOfConversations } from './steps-of-conversations.ts';

const { tenantId, ownerId } = localOwner;

const newConversation = statement<{ id: string }>(
  `INSERT INTO conversations (id, tenant_id, owner_id, metadata_json, created_at, updated_at, last_position,
     lease_until, lease_fence) VALUES ($id, '${tenantId}', '${ownerId}', '{}', 1, 1, 0, 0, 0)`,
);
// Ordinals count from 1, in the order of insertion.
const newThread = statement<{ id: string }>(
  "INSERT INTO checkpoint_threads (thread_id, ns) VALUES ($id, '')",
);
const newCheckpoint = statement<{
  id: string;
  thread: number;
  base: number | null;
  node: string;
  data: Uint8Array;
}>(
  `INSERT INTO checkpoints (thread, checkpoint_id, revision, base, node, step, source, created_at, data)
   VALUES ($thread, $id, 1, $base, $node, 0, 'loop', 1, $data)`,
);

const turn = (fields: object) => ({
  runId: 'r',
  tone: 'natural',
  at: 'planner',
  counters: { steps: 1, agentHops: 0, toolHops: 0, sameAgentRoutes: 0, tokens: 0 },
  usage: { inputTokens: 0, outputTokens: 0, modelCalls: 0 },
  caller: null,
  currentAgent: null,
  pluginContext: { lastRoutedAgent: null, sameAgentConsecutiveRoutes: 0, routingHistory: [] },
  goto: null,
  limit: null,
  handedOver: null,
  answer: '',
  structured: null,
  status: 'running',
  handoff: null,
  handoffAnswer: null,
  error: null,
  phase: null,
  scratchpad: null,
  retryCount: 0,
  userContext: null,
  summary: '',
  ...fields,
});
const blank = { plan: [], calls: {}, refused: {}, tried: [], missing: '', question: '', refusal: '' };
const userContext = { roles: ['cook'], tools: null, preferences: {} };
const first = (fields: object) => [
  [
    ['messages', 1, 0, [{ id: 'm1', role: 'user', content: 'What is 15 * 23?' }]],
    ['turn', 2, 0, turn(fields)],
    ['branch:to:ingress', 2],
    ['branch:to:planner', 2, 0, null],
  ],
  [['__input__'], ['ingress', 2, 1]],
];
const toolCalls = [{ id: 'c1_8', name: 'calculate', args: { expression: '15 * 23' } }];
const plan = [{ id: 'c1', tool: 'calculate', args: { expression: '15 * 23' }, after: [] }];
const second = [
  [
    [0, 3, 1, 1, 0, [{ id: 'm2', role: 'assistant', content: '', agent: 'tool_router', toolCalls }]],
    [
      1,
      3,
      2,
      [
        { at: 'tool_executor', phase: 'execute', retryCount: 1 },
        { counters: [{ steps: 3 }], scratchpad: [{ plan }, { calls: [{ c1: 'c1_8' }] }] },
      ],
    ],
    [3, 3],
    ['branch:to:tool_executor', 3, 0, null],
  ],
  [['planner', 3, 2]],
];

async function fill(database: Database): Promise<void> {
  await migrate(database, migrations.slice(0, migrations.indexOf(stepsOfConversations)));
  const rows = [
    { id: 'planned', steps: [first({ phase: 'plan', scratchpad: blank, userContext }), second] },
    { id: 'coordinated', steps: [first({ goto: 'math_agent' })] },
    { id: 'plain', steps: [first({})] },
  ];
  let ordinal = 0;
  for (const [index, { id, steps }] of rows.entries()) {
    const thread = index + 1;
    await database.run(newConversation, { id });
    await database.run(newThread, { id });
    let base: number | null = null;
    for (const step of steps) {
      ordinal += 1;
      const data = bytesOf(JSON.stringify(step));
      await database.run(newCheckpoint, { id: `${ordinal}`, thread, base, node: `node ${ordinal}`, data });
      base = ordinal;
    }
  }
  await database.close();
}

describe.each(emptyDatabases)('a database of checkpoints on $name', ({ open }) => {
  it('has its states, with what single kinds kept in slots of theirs', async () => {
    const { options, database } = await open();
    await fill(database);
    const store = await openStore(options);
    const { states } = store;
    const planned = await states.list('planned');
    expect(planned.map(({ node, source }) => [node, source])).toEqual([
      ['node 1', 'loop'],
      ['node 2', 'loop'],
    ]);
    const before = await states.at('planned', planned[0]?.checkpointId ?? '');
    expect(before?.turn?.slots).toEqual({
      plan: { version: 1, value: { phase: 'plan', scratchpad: blank, retryCount: 0, userContext } },
    });
    const latest = await states.latest('planned');
    expect(latest?.messages.map(({ id }) => id)).toEqual(['m1', 'm2']);
    expect(latest?.turn).toMatchObject({
      at: 'tool_executor',
      counters: { steps: 3, tokens: 0 },
      status: 'running',
    });
    expect(latest?.turn).not.toHaveProperty('scratchpad');
    expect(latest?.turn?.slots.plan?.value).toEqual({
      phase: 'execute',
      scratchpad: { ...blank, plan, calls: { c1: 'c1_8' } },
      retryCount: 1,
      userContext,
    });
    expect((await states.latest('coordinated'))?.turn?.slots).toEqual({
      goto: { version: 1, value: { label: 'math_agent' } },
    });
    expect((await states.latest('plain'))?.turn?.slots).toEqual({});
    await store.close();
  });
});
