// Runs that wait for a person while the program is replaced by one whose state has a field more, or a field less.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { localOwner, type WorkflowDefinition } from '@cadence-agents/contracts';
import { compileWorkflow, silentLog } from '@cadence-agents/engine';
import { scriptedModel } from '@cadence-agents/testkit';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openConversations } from '../stored-conversations.ts';

const { tenantId } = localOwner;
const workflowId = 'desk';
const definition: WorkflowDefinition = {
  id: workflowId,
  name: 'Desk',
  entrypointNodeId: 'person',
  nodes: [
    { id: 'person', workflowId, nodeType: 'HUMAN_HANDOFF', nodeName: 'person' },
    { id: 'agent', workflowId, nodeType: 'AGENT', nodeName: 'agent', agentId: 'agent' },
  ],
  edges: [
    {
      id: 'e',
      workflowId,
      sourceNodeId: 'person',
      targetNodeId: 'agent',
      conditionType: 'ALWAYS',
      conditionValue: null,
    },
  ],
  agents: [{ id: 'agent', name: 'agent', systemPrompt: 'I am the agent.' }],
};

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cadence-grown-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
});

async function openDesk() {
  const model = scriptedModel(({ messages }) => `After "${messages.at(-1)?.content}".`);
  return openConversations({
    storage: { dataDir },
    log: silentLog,
    worker: { leaseMs: 1000 },
    workflowFor: async () => compileWorkflow(definition, { model: () => model, tools: [] }),
  });
}

/** What is stored of a step: updates of messages, and fields of the turn. */
const rowSchema = z.tuple([
  z.array(z.record(z.string(), z.unknown())),
  z.record(z.string(), z.unknown()).nullable(),
]);
type Row = z.infer<typeof rowSchema>;
const stepSchema = z.object({ place: z.number(), data: z.instanceof(Uint8Array) });

function withSteps<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDir, 'cadence.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function lastStep(database: DatabaseSync): { place: number; row: Row } {
  const found = database.prepare('SELECT place, data FROM steps ORDER BY place DESC LIMIT 1').get();
  const { place, data } = stepSchema.parse(found);
  return { place, row: rowSchema.parse(JSON.parse(Buffer.from(data).toString())) };
}

/** Lets a run wait, and stores it as another program would have. */
async function waitAs(other: (row: Row) => void): Promise<void> {
  const desk = await openDesk();
  const run = await desk.send({ workflowId, conversationId: 'c', message: 'May I?' });
  await desk.wait(run.id);
  await desk.close();
  withSteps((database) => {
    const { place, row } = lastStep(database);
    other(row);
    const data = Buffer.from(JSON.stringify(row));
    database.prepare('UPDATE steps SET data = ? WHERE place = ?').run(data, place);
  });
}

async function answered() {
  const desk = await openDesk();
  const [handoff] = (await desk.store.handoffs.waiting(tenantId)).items;
  const { id } = await desk.answer(handoff?.id ?? '', { text: 'You may.' });
  expect(await desk.wait(id)).toMatchObject({ status: 'completed', answer: 'After "You may.".' });
  return desk;
}

describe('a run that waits for a person', () => {
  it('goes on when its state lacks a field that was added since', async () => {
    await waitAs(([, turn]) => {
      expect(turn).toHaveProperty('summary');
      delete turn?.summary;
    });
    const desk = await answered();
    expect((await desk.store.states.latest('c'))?.turn).toMatchObject({ summary: '' });
    await desk.close();
  });

  it('goes on when its state has fields of a newer program, and keeps them for it', async () => {
    const mood = { of: ['a', 'later', 'day'] };
    await waitAs(([messages, turn]) => {
      Object.assign(messages[0] ?? {}, { mood });
      Object.assign(turn ?? {}, { mood });
    });
    const desk = await answered();
    const steps = await desk.store.states.list('c');
    // A fork writes the whole state anew.
    await desk.store.states.fork({ ...localOwner, from: { conversationId: 'c' }, conversationId: 'fork' });
    await desk.close();
    expect(steps.length).toBeGreaterThan(1);
    const [messages, turn] = withSteps(lastStep).row;
    expect(messages[0]).toMatchObject({ content: 'May I?', mood });
    expect(turn).toMatchObject({ mood, status: 'completed' });
  });
});
