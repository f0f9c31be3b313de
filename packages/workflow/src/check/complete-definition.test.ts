import { describe, expect, it } from 'vitest';
import { check } from './check.ts';

const byHand = {
  $schema: 'https://example.org/workflow.schema.json',
  id: 'desk',
  name: 'Desk',
  entrypointNodeId: 'sort',
  nodes: [
    { id: 'sort', nodeType: 'AGENT', nodeName: 'Sort', agentId: 'sorter' },
    { id: 'person', nodeType: 'HUMAN_HANDOFF', nodeName: 'Person' },
    { id: 'answer', nodeType: 'SYNTHESIZER', nodeName: 'Answer' },
  ],
  edges: [
    { sourceNodeId: 'sort', targetNodeId: 'person', conditionValue: 'ask' },
    { sourceNodeId: 'sort', targetNodeId: 'answer', conditionValue: 'known' },
    { id: 'edge-1', sourceNodeId: 'person', targetNodeId: 'answer' },
    { sourceNodeId: 'answer', targetNodeId: null },
  ],
};

describe('a definition written by hand', () => {
  const { problems, definition } = check(byHand);

  it('needs no workflowId, no ids of edges and no ALWAYS, and may name its schema', () => {
    expect(problems).toEqual([]);
    expect(definition).toEqual({
      id: 'desk',
      name: 'Desk',
      entrypointNodeId: 'sort',
      nodes: byHand.nodes.map((node) => ({ ...node, workflowId: 'desk' })),
      edges: [
        { id: 'edge-2', workflowId: 'desk', ...byHand.edges[0], conditionType: 'CONDITIONAL' },
        { id: 'edge-3', workflowId: 'desk', ...byHand.edges[1], conditionType: 'CONDITIONAL' },
        { workflowId: 'desk', ...byHand.edges[2], conditionType: 'ALWAYS' },
        {
          id: 'edge-4',
          workflowId: 'desk',
          ...byHand.edges[3],
          conditionType: 'ALWAYS',
          conditionValue: 'END',
        },
      ],
    });
  });

  it('is the same once more, when it is whole', () => {
    expect(check(definition)).toMatchObject({ problems: [], definition });
    expect(definition).toBeDefined();
  });

  it('has nothing filled in that it says wrongly', () => {
    const [first, ...rest] = byHand.edges;
    const wrong = {
      ...byHand,
      edges: [{ ...first, id: '', workflowId: 'other', conditionType: null }, ...rest],
    };
    expect(check(wrong).problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'FIELD_VALUE $.edges[0].id',
      'FIELD_VALUE $.edges[0].conditionType',
    ]);
    expect(check({ ...byHand, $schema: 7 }).problems).toMatchObject([
      { code: 'FIELD_UNKNOWN', path: '$.$schema' },
    ]);
  });

  it('without an id lacks that alone', () => {
    expect(check({ ...byHand, id: undefined }).problems).toMatchObject([
      { code: 'FIELD_MISSING', path: '$', message: 'The definition lacks "id".' },
    ]);
  });
});
