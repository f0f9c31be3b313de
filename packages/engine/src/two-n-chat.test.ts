// The repaired 2nChat, run along every one of its edges: one test an edge.
import { readFileSync } from 'node:fs';
import { type RoutingReceipt, type WorkflowEdge, workflowDefinitionSchema } from '@cadence-agents/contracts';
import { type ScriptedReply, scriptByAgent } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { runTurn } from './conversation/run-turn.ts';
import { call, echoTools, go } from './run.fixture.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';

const definition = workflowDefinitionSchema.parse(
  JSON.parse(readFileSync(new URL('../../../workflows/2nChat.json', import.meta.url), 'utf8')),
);
const nameOf = (id: string | null) => definition.nodes.find((node) => node.id === id)?.nodeName ?? null;
const agentNamed = (name: string) => {
  const node = definition.nodes.find((one) => one.nodeName === name);
  return definition.agents?.find((agent) => agent.id === node?.agentId);
};
const toolOf = (name: string) => agentNamed(name)?.tools?.[0] ?? '';
const end = { content: 'Bye.', toolCalls: [{ name: 'end', args: {} }] };

/** Replies by agent that lead over the edge and then to an end. */
function scriptFor(edge: WorkflowEdge): Record<string, ScriptedReply[]> {
  const source = nameOf(edge.sourceNodeId) ?? '';
  const label = edge.conditionValue ?? '';
  if (source === 'tool_executor') {
    return edge.conditionType === 'ALWAYS'
      ? { Router: [call('search'), end] }
      : { Router: [go('externalSearchCaller')], externalSearchCaller: [call('external_research'), end] };
  }
  const step = label === 'END' ? end : label === 'tool_executor' ? call(toolOf(source)) : go(label);
  if (source === 'Router') return { Router: [step, end], [label]: [end] };
  const back = label === 'tool_executor' || label === 'Router' ? [end] : [];
  return { Router: [go(source), ...back], [source]: [step, end] };
}

describe('2nChat', () => {
  it.each(
    definition.edges.map(
      (edge) => [edge.id, nameOf(edge.sourceNodeId), nameOf(edge.targetNodeId), edge] as const,
    ),
  )('runs along %s from %s to %s', async (_, from, to, edge) => {
    const scripts = Object.entries(scriptFor(edge)).flatMap(([name, script]) => {
      const prompt = agentNamed(name)?.systemPrompt;
      return prompt ? [[prompt, script] as const] : [];
    });
    const model = scriptByAgent(Object.fromEntries(scripts));
    const workflow = await compileWorkflow(definition, {
      model: () => model,
      tools: echoTools('search', 'read_document', 'external_research'),
    });
    const receipts: RoutingReceipt[] = [];
    const { status, answer } = await runTurn(workflow, {
      message: 'Hello',
      onEvent: (event) => event.type === 'on_route' && receipts.push(event.data),
    });
    const rule = edge.conditionType === 'ALWAYS' ? 'always' : 'label';
    expect(receipts).toContainEqual(expect.objectContaining({ from, to, rule }));
    expect({ status, answer }).toEqual({ status: 'completed', answer: 'Bye.' });
  });
});
