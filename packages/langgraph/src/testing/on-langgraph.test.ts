// Shows that the fixture is in force where the engine's suite runs on LangGraph.
import { compileWorkflow, runTurn } from '@cadence-agents/engine';
import { scriptedModel } from '@cadence-agents/testkit';
import { getConfig } from '@langchain/langgraph';
import { expect, it } from 'vitest';

it('runs the nodes of any workflow as tasks of LangGraph', async () => {
  const tasks: unknown[] = [];
  const model = scriptedModel(() => {
    tasks.push(getConfig()?.metadata?.langgraph_node);
    return 'Hello.';
  });
  const definition = {
    id: 'one',
    name: 'One',
    entrypointNodeId: 'n',
    nodes: [{ id: 'n', workflowId: 'one', nodeType: 'AGENT', nodeName: 'Greeter', agentId: 'a' }],
    edges: [],
    agents: [{ id: 'a', name: 'Greeter', systemPrompt: 'Greet.' }],
  };
  const { answer } = await runTurn(compileWorkflow(definition, { model: () => model }), { message: 'Hi' });
  expect(answer).toBe('Hello.');
  expect(tasks).toEqual(['Greeter']);
});
