import { definitionArbitrary } from '@cadence-agents/workflow/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { END_KEY } from './box-keys.ts';
import { graphModel } from './graph-model.ts';

const node = (id: string, nodeType = 'AGENT') => ({ id, workflowId: 'w', nodeType, nodeName: `the ${id}` });
const edge = (sourceNodeId: string, targetNodeId: string | null, conditionValue: string | null = null) => ({
  id: `${sourceNodeId}-${targetNodeId}-${conditionValue}`,
  workflowId: 'w',
  sourceNodeId,
  targetNodeId,
  conditionType: conditionValue === null ? 'ALWAYS' : 'CONDITIONAL',
  conditionValue,
});

describe('graphModel', () => {
  it('has a box for every node and one for the end', () => {
    const model = graphModel({
      entrypointNodeId: 'a',
      nodes: [node('a'), node('b')],
      edges: [edge('a', null)],
    });
    expect(model.nodes.map(({ key, type, isEntry }) => [key, type, isEntry])).toEqual([
      ['node:a', 'step', true],
      ['node:b', 'step', false],
      [END_KEY, 'end', false],
    ]);
  });

  it('draws the edges between two nodes as one line with a label each', () => {
    const model = graphModel({
      nodes: [node('a'), node('b')],
      edges: [edge('a', 'b', 'x'), edge('b', 'a'), edge('a', 'b', 'y')],
    });
    expect(model.edges.map(({ parts }) => parts)).toEqual([
      [
        { index: 0, label: 'x', from: 'the a', to: 'the b' },
        { index: 2, label: 'y', from: 'the a', to: 'the b' },
      ],
      [{ index: 1, label: null, from: 'the b', to: 'the a' }],
    ]);
  });

  it('shows a node that an edge names but nobody defines', () => {
    const model = graphModel({ nodes: [node('a')], edges: [edge('a', 'ghost', 'x')] });
    expect(model.nodes.at(-1)).toMatchObject({ key: 'node:ghost', type: 'missing', name: 'ghost' });
  });

  it('draws every edge of a definition that is right', () => {
    fc.assert(
      fc.property(definitionArbitrary(), (definition) => {
        const { edges } = graphModel(definition);
        const drawn = edges.flatMap((line) => line.parts.map((part) => part.index));
        expect(drawn.toSorted((a, b) => a - b)).toEqual([...definition.edges.keys()]);
      }),
    );
  });

  it('takes any value without failing', () => {
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.anything()), (value, items) => {
        expect(graphModel(value).nodes).toBeInstanceOf(Array);
        expect(graphModel({ nodes: items, edges: items }).edges).toBeInstanceOf(Array);
      }),
    );
  });
});
