import type { WorkflowDefinition } from '@cadence-agents/contracts';
import { builtInKinds, check } from '@cadence-agents/workflow';
import { definitionArbitrary } from '@cadence-agents/workflow/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphModel } from '../graph/graph-model.ts';
import { retargetRoute } from './edit-routes.ts';
import {
  addEdge,
  addNode,
  removeEdge,
  removeNode,
  setEdgeLabel,
  setNodeField,
  setWorkflowField,
} from './edit-workflow.ts';
import { formatJson } from './format-json.ts';

const texts = () =>
  fc.tuple(definitionArbitrary(), fc.constantFrom(0, 2, 'own')).map(([definition, style]) => ({
    definition,
    text:
      style === 'own'
        ? formatJson(JSON.parse(JSON.stringify(definition)))
        : JSON.stringify(definition, null, style),
  }));

const small: WorkflowDefinition = {
  id: 'w',
  name: 'W',
  entrypointNodeId: 'a',
  nodes: [
    { id: 'a', workflowId: 'w', nodeType: 'AGENT', nodeName: 'Anna', agentId: 'x' },
    { id: 't', workflowId: 'w', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools', agentId: null },
    { id: 'v', workflowId: 'w', nodeType: 'VERIFIER', nodeName: 'verifier', agentId: null },
  ],
  edges: [],
};
const smallText = JSON.stringify(small, null, 2);
const parse = (text: string): WorkflowDefinition => JSON.parse(text);

describe('the canvas', () => {
  it('gives the JSON back unchanged when nothing was done, or all was undone', () => {
    fc.assert(
      fc.property(texts(), fc.constantFrom(...builtInKinds.list), ({ definition, text }, { type }) => {
        expect(graphModel(JSON.parse(text)).nodes.length).toBeGreaterThanOrEqual(definition.nodes.length);
        const more = addNode(text, type);
        expect(removeNode(more, definition.nodes.length)).toBe(text);
        if (definition.edges.length === 0) return;
        const linked = addEdge(text, 0, definition.nodes.length - 1);
        expect(removeEdge(linked, definition.edges.length)).toBe(text);
      }),
    );
  });

  it('changes one field and keeps every other, in its order', () => {
    fc.assert(
      fc.property(texts(), fc.string({ minLength: 1 }), ({ definition, text }, nodeName) => {
        const [first, ...others] = definition.nodes;
        const expected = { ...definition, nodes: [{ ...first, nodeName }, ...others] };
        expect(JSON.stringify(JSON.parse(setNodeField(text, 0, 'nodeName', nodeName)))).toBe(
          JSON.stringify(expected),
        );
      }),
    );
  });

  it('keeps fields that nobody knows', () => {
    const strange = smallText.replace('"name": "W"', '"x-colour": "red", "name": "W"');
    expect(addNode(strange, 'AGENT')).toContain('"x-colour": "red", "name": "W"');
  });

  it('removes a node with its edges, and starts at another one', () => {
    const linked = addEdge(addEdge(smallText, 0, 1), 1, 0);
    const rest = parse(removeNode(linked, 0));
    expect(rest.nodes.map(({ id }) => id)).toEqual(['t', 'v']);
    expect(rest.edges).toEqual([]);
    expect(rest.entrypointNodeId).toBe('t');
  });

  it('labels a new edge as it is most likely meant', () => {
    const labels = (text: string) =>
      parse(text).edges.map((edge) => [edge.conditionType, edge.conditionValue]);
    expect(labels(addEdge(smallText, 0, 1))).toEqual([['CONDITIONAL', 'tools']]);
    expect(labels(addEdge(smallText, 0, null))).toEqual([['CONDITIONAL', 'END']]);
    expect(labels(addEdge(smallText, 1, 0))).toEqual([['ALWAYS', null]]);
    const judged = addEdge(addEdge(smallText, 2, 0), 2, 1);
    expect(labels(judged)).toEqual([
      ['CONDITIONAL', 'success'],
      ['CONDITIONAL', 'replan'],
    ]);
  });

  it('turns an edge around and changes when it is taken', () => {
    const linked = addEdge(smallText, 0, 1);
    const [edge] = parse(setEdgeLabel(retargetRoute(linked, 0, null), 0, null)).edges;
    expect(edge).toMatchObject({ targetNodeId: null, conditionType: 'ALWAYS', conditionValue: 'END' });
  });

  it('sets and removes limits', () => {
    const limited = setWorkflowField(smallText, ['limits', 'maxSteps'], 9);
    expect(parse(limited).limits).toEqual({ maxSteps: 9 });
    expect(parse(setWorkflowField(limited, ['limits', 'maxSteps'], undefined)).limits).toEqual({});
  });

  it('draws a first node that the workflow starts at', () => {
    const empty = '{ "id": "w", "name": "W", "nodes": [], "edges": [] }';
    const { entrypointNodeId, nodes } = parse(addNode(empty, 'AGENT'));
    expect(nodes.map(({ id }) => id)).toEqual([entrypointNodeId]);
    expect(check(JSON.parse(addNode(empty, 'AGENT'))).problems.map(({ code }) => code)).toEqual([
      'AGENT_MISSING',
    ]);
  });
});
