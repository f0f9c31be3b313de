// A database that an earlier version wrote, opened by this one: nothing is lost, and runs in mid-air go on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localOwner, type ModelRequest, type Tool, type WorkflowDefinition } from '@cadence-agents/contracts';
import { compileWorkflow, planVerifyWorkflow, silentLog } from '@cadence-agents/engine';
import type { StoreOptions } from '@cadence-agents/storage';
import { fillSchema5, sharedPostgres } from '@cadence-agents/storage/testing';
import { scriptedModel } from '@cadence-agents/testkit';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openConversations } from '../stored-conversations.ts';

const { tenantId } = localOwner;
const workflowId = 'desk';

const definition: WorkflowDefinition = {
  id: workflowId,
  name: 'Desk',
  entrypointNodeId: 'agent',
  nodes: [
    { id: 'agent', workflowId, nodeType: 'AGENT', nodeName: 'agent', agentId: 'agent' },
    { id: 'tools', workflowId, nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
    { id: 'person', workflowId, nodeType: 'HUMAN_HANDOFF', nodeName: 'person' },
  ],
  edges: [
    ['agent', 'tools', 'tools'] as const,
    ['agent', 'ask', 'person'] as const,
    ['person', null, 'agent'] as const,
  ].map(([source, label, target], index) => ({
    id: `e${index}`,
    workflowId,
    sourceNodeId: source,
    targetNodeId: target,
    conditionType: label === null ? 'ALWAYS' : 'CONDITIONAL',
    conditionValue: label,
  })),
  agents: [{ id: 'agent', name: 'agent', systemPrompt: 'I am the agent.', tools: ['lookup'] }],
};

const lastOf = ({ messages }: ModelRequest) => messages.at(-1);

async function openDesk(storage: StoreOptions) {
  const calls: string[] = [];
  const tool = (name: string): Tool => ({
    name,
    description: name,
    input: z.looseObject({}),
    run: () => {
      calls.push(name);
      return 'found again';
    },
  });
  const tools = [tool('lookup'), tool('search')];
  const desk = scriptedModel((request) => `After "${lastOf(request)?.content}".`);
  const plans = scriptedModel(({ responseSchema }) =>
    responseSchema ? JSON.stringify({ verdict: 'success', missing: '', question: '' }) : 'Herons wade.',
  );
  const conversations = await openConversations({
    storage,
    log: silentLog,
    worker: { leaseMs: 1000 },
    workflowFor: async (run) =>
      run.workflowId === 'plan-verify'
        ? compileWorkflow(planVerifyWorkflow([tool('search')]), { model: () => plans, tools })
        : compileWorkflow(definition, { model: () => desk, tools }),
  });
  onTestFinished(() => conversations.close());
  return { ...conversations, calls };
}

const postgres = sharedPostgres();
afterAll(postgres.drop);

const databases = [
  {
    name: 'SQLite',
    make: async (): Promise<StoreOptions> => {
      const dataDir = mkdtempSync(join(tmpdir(), 'cadence-older-'));
      onTestFinished(() => rmSync(dataDir, { recursive: true }));
      return { dataDir };
    },
  },
  {
    name: 'PostgreSQL',
    make: async (): Promise<StoreOptions> => ({ databaseUrl: await postgres.emptyDatabase() }),
  },
];

describe.each(databases)('a database of schema 5 on $name', ({ make }) => {
  it('keeps every step, has its waiting run answered and its broken ones taken up', async () => {
    const storage = await make();
    const expected = await fillSchema5(storage);
    const desk = await openDesk(storage);
    const { states } = desk.store;

    for (const conversation of ['done', 'long', 'waiting', 'plan-done', 'forked', 'imported']) {
      const was = expected[conversation];
      const steps = await states.list(conversation);
      expect(steps).toHaveLength(was?.steps ?? -1);
      const lengths = await Promise.all(
        steps.map(async ({ checkpointId }) => (await states.at(conversation, checkpointId))?.messages.length),
      );
      expect(lengths).toEqual(was?.lengths);
      if (was?.messages) expect((await states.latest(conversation))?.messages).toEqual(was.messages);
    }
    expect(await desk.store.checkpoints.get({ threadId: 'a graph of my own', ns: '' })).toBeDefined();
    expect(await desk.store.checkpoints.get({ threadId: 'done', ns: '' })).toBeUndefined();

    const [waiting] = (await desk.store.handoffs.waiting(tenantId)).items;
    const answered = await desk.answer(waiting?.id ?? '', { text: 'Ann knows.' });
    expect(await desk.wait(answered.id)).toMatchObject({
      status: 'completed',
      answer: 'After "Ann knows.".',
    });

    const runsOf = async (conversationId: string) =>
      (await desk.store.runs.list(tenantId, { conversationId })).items;
    await desk.idle();
    const [next, broken, before] = await runsOf('mid-air');
    // The tool's result was stored before the crash, so the tool is not called again.
    expect(before).toMatchObject({ status: 'completed', attempt: 1 });
    expect(broken).toMatchObject({ status: 'completed', attempt: 2 });
    expect(broken?.answer).toMatch(/^After "found .*look up and stay/);
    expect(next).toMatchObject({ status: 'completed', answer: 'After "next in line".' });
    expect(await runsOf('begun')).toMatchObject([{ status: 'completed', answer: 'After "hang".' }]);
    expect(await runsOf('plan-mid-air')).toMatchObject([{ status: 'completed', answer: 'Herons wade.' }]);
    expect(desk.calls).toEqual([]);

    const more = await desk.send({ workflowId, conversationId: 'long', message: 'one more' });
    expect(await desk.wait(more.id)).toMatchObject({ status: 'completed' });
    const length = expected.long?.lengths.at(-1) ?? 0;
    expect((await states.latest('long'))?.messages).toHaveLength(length + 2);
  });
});
