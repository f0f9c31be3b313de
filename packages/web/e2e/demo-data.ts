import type { CadenceClient } from '@cadence-agents/client';

export interface DemoData {
  conversationId: string;
  runId: string;
  otherRunId: string;
  workflowId: string;
}

const questions = [
  'What is 15 * 23?',
  'What time is it in Tokyo when it is 9:00 in New York?',
  'How many days are there from 2026-01-01 to 2026-11-15?',
  'Convert 26.2 miles to km',
];

/** Conversations, a workflow, an agent and a question that waits: what a server has after a day. */
export async function demoData(client: CadenceClient): Promise<DemoData> {
  for (const message of questions)
    await client.sendMessage({ params: { id: crypto.randomUUID() }, body: { message } });
  const conversationId = crypto.randomUUID();
  const send = (message: string) => client.sendMessage({ params: { id: conversationId }, body: { message } });
  const first = await send('What is 2 + 2?');
  const run = await send('Search for async programming and calculate 2026 - 2018');
  const { definition } = await client.getWorkflow({ params: { id: '2nChat' }, query: {} });
  if (isRecord(definition))
    await client.putWorkflow({ params: { id: '2nChat' }, query: {}, body: definition });
  await askPerson(client);
  await client.putAgent({
    params: { id: 'editor' },
    body: {
      name: 'Editor',
      description: 'Reads a text and says what to mend',
      systemPrompt:
        'You are a careful editor. Name the three weakest sentences and offer a better one for each.',
      tools: ['search'],
    },
  });
  await client.createKey({ body: { role: 'viewer', name: 'Wall screen' } });
  return { conversationId, runId: run.id, otherRunId: first.id, workflowId: '2nChat' };
}

async function askPerson(client: CadenceClient): Promise<void> {
  const workflowId = 'refunds';
  await client.putWorkflow({
    params: { id: workflowId },
    query: {},
    body: {
      name: 'Refunds',
      description: 'A person decides, then the customer is told.',
      entrypointNodeId: 'person',
      nodes: [
        {
          id: 'person',
          workflowId,
          nodeType: 'HUMAN_HANDOFF',
          nodeName: 'clerk',
          config: { question: 'May this customer have the money back?' },
        },
      ],
      edges: [],
    },
  });
  const body = { message: 'My parcel arrived broken. I would like my money back.', workflowId };
  await client.sendMessage({ params: { id: crypto.randomUUID() }, body });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
