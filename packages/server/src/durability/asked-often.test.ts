import type { WorkflowDefinition } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { startServer } from '../http/server.fixture.ts';

const edge = (conditionValue: string, targetNodeId: string | null) => ({
  id: conditionValue,
  workflowId: 'ask',
  sourceNodeId: 'ask',
  targetNodeId,
  conditionType: 'CONDITIONAL' as const,
  conditionValue,
});
const asking: WorkflowDefinition = {
  id: 'ask',
  name: 'Ask',
  entrypointNodeId: 'ask',
  limits: { maxSteps: 100 },
  nodes: [{ id: 'ask', workflowId: 'ask', nodeType: 'HUMAN_HANDOFF', nodeName: 'ask' }],
  edges: [edge('again', 'ask'), edge('END', null)],
};

it('a run that waits for a person more often than it may be interrupted goes on each time', async () => {
  const { cadence } = await startServer();
  await cadence.store.workflows.put('local', asking, { publish: true });
  const { id } = await cadence.send({ message: 'Hello', workflowId: 'ask' });
  for (let time = 1; time <= 25; time++) {
    const run = await cadence.wait(id);
    expect(run).toMatchObject({ status: 'awaiting_human', attempt: time });
    await cadence.answer(run.handoff?.id ?? '', { text: time === 25 ? 'END' : 'again' });
  }
  expect(await cadence.wait(id)).toMatchObject({ status: 'completed', error: null });
});
