import { describe, expect, test } from 'vitest';
import { sketch } from './definition.fixture.ts';
import { viewDefinition } from './view-definition.ts';

describe('viewDefinition', () => {
  test('finds edges, tools nodes and the first hand-off', () => {
    const view = viewDefinition(sketch(['A -go-> B', 'A -> C', 'A -t-> tools', 'human2', 'human1']));
    expect(view.edgesFrom('A').map((edge) => edge.id)).toEqual(['e0', 'e1', 'e2']);
    expect(view.edgesFrom('nowhere')).toEqual([]);
    expect(view.toolNodes.map(({ node }) => node.id)).toEqual(['tools']);
    expect(view.limitNode()?.id).toBe('human2');
    expect(view.nodesById.get('A')?.always?.targetNodeId).toBe('C');
    expect([...(view.nodesById.get('A')?.conditional.keys() ?? [])]).toEqual(['go', 't']);
  });

  test('has no hand-off where the definition has none', () => {
    expect(viewDefinition(sketch(['A'])).limitNode()).toBeUndefined();
  });

  test('counts as callers the agents from which tools are reached without passing another', () => {
    const view = viewDefinition(sketch(['A -t-> tools1', 'B -t-> tools1', 'tools1 -> tools2', 'C -> A']));
    expect(view.callersOf('tools1')).toEqual(['A', 'B']);
    expect(view.callersOf('tools2')).toEqual(['A', 'B']);
    expect(view.callersOf('A')).toEqual([]);
  });

  test('counts every agent as a caller beyond a hand-off, which a limit can lead to from anywhere', () => {
    const view = viewDefinition(sketch(['A -go-> B', 'human -> tools']));
    expect(view.callersOf('tools')).toEqual(['A', 'B']);
  });
});
