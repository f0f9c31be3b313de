// The coordinator's graph as it is generated: what there is, and where each label leads.
import { describe, expect, it } from 'vitest';
import { coordinate, goto, math, search } from './coordinator.fixture.ts';
import { coordinatorWorkflow } from './workflow/coordinator-workflow.ts';

describe('the generated graph', () => {
  const { entrypointNodeId, nodes, edges } = coordinatorWorkflow([math, search]);

  it('has four core nodes, then two of each plugin, and begins at the coordinator', () => {
    expect(nodes.map(({ nodeName, nodeType }) => `${nodeName} ${nodeType}`)).toEqual([
      'coordinator COORDINATOR',
      'control_tools CONTROL_TOOLS',
      'suspend SUSPEND',
      'synthesizer SYNTHESIZER',
      'math_agent AGENT',
      'math_tools TOOL_EXECUTOR',
      'search_agent AGENT',
      'search_tools TOOL_EXECUTOR',
    ]);
    expect(entrypointNodeId).toBe('coordinator');
  });

  it('leads each label where it belongs: suspend and synthesizer to the end, tools to the coordinator', () => {
    const labels = edges.map(
      ({ sourceNodeId, conditionType, conditionValue, targetNodeId }) =>
        `${sourceNodeId} ${conditionType === 'ALWAYS' ? '*' : conditionValue} ${targetNodeId}`,
    );
    expect(labels).toEqual([
      'coordinator continue control_tools',
      'coordinator suspend suspend',
      'coordinator done synthesizer',
      'control_tools finalize synthesizer',
      'control_tools * synthesizer',
      'suspend * null',
      'synthesizer * null',
      'control_tools math math_agent',
      'control_tools math_agent math_agent',
      'control_tools search search_agent',
      'control_tools search_agent search_agent',
      'math_agent continue math_tools',
      'math_agent back coordinator',
      'math_tools * coordinator',
      'search_agent continue search_tools',
      'search_agent back coordinator',
      'search_tools * coordinator',
    ]);
  });
});

describe('a decision', () => {
  it('is one of continue, suspend and done', async () => {
    const decided = async (...replies: (string | ReturnType<typeof goto>)[]) => {
      const { receipts } = await coordinate(
        { coordinator: replies, math: () => '4', synthesizer: ['4'], suspend: ['4'] },
        { edit: (definition) => ({ ...definition, limits: { ...definition.limits, maxAgentHops: 1 } }) },
      );
      return receipts.flatMap(({ from, label }) => (from === 'coordinator' ? [label] : []));
    };
    expect(await decided(goto('math_agent'), goto('finalize'))).toEqual(['continue', 'continue']);
    expect(await decided(goto('math_agent'), goto('math_agent'))).toEqual(['continue', 'suspend']);
    expect(await decided('I call nothing.')).toEqual(['done']);
  });
});
