import { describe, expect, test } from 'vitest';
import { sketch, sketchAgents } from '../definition.fixture.ts';
import { viewDefinition } from '../view-definition.ts';
import { builtInKinds } from './kinds.ts';

const labelsOf = (nodeId: string, lines: string[], rest: Parameters<typeof sketch>[1] = {}) => {
  const definition = sketch(lines, rest);
  const view = viewDefinition(definition);
  const here = view.nodesById.get(nodeId);
  const agents = definition.agents && new Map(definition.agents.map((agent) => [agent.id, agent]));
  return here && new Set(here.kind?.labels(view, here.node, agents));
};

describe('builtInKinds', () => {
  const { list, find } = builtInKinds;

  test('are found by their type, exactly', () => {
    for (const kind of list) expect(find(kind.type)).toBe(kind);
    expect(find('agent')).toBeUndefined();
    expect(find('constructor')).toBeUndefined();
  });

  test('have types, titles and summaries of their own', () => {
    for (const field of ['type', 'title', 'summary'] as const) {
      expect(new Set(list.map((kind) => kind[field])).size).toBe(list.length);
    }
  });

  test('refuse what their config does not know', () => {
    for (const kind of list) {
      expect(kind.configSchema.safeParse({}).success).toBe(true);
      expect(kind.configSchema.safeParse({ surprise: 1 }).success).toBe(false);
    }
  });
});

describe('the labels of a node', () => {
  const lines = ['A -B-> B', 'A -run-> tools', 'A -END-> .', 'tools -x-> A', 'tools -y-> B'];

  test('of an agent are its routes, its tools and none', () => {
    expect(labelsOf('A', lines)).toEqual(new Set(['B', 'END', 'run', null]));
    expect(labelsOf('A', lines, { agents: sketchAgents({ A: ['x'], B: [] }) })).toEqual(
      new Set(['B', 'END', 'run', null]),
    );
  });

  test('of an agent known to have no tools leave out the edge to the tools', () => {
    expect(labelsOf('A', lines, { agents: sketchAgents({ A: [], B: [] }) })).toEqual(
      new Set(['B', 'END', null]),
    );
  });

  test('of an agent in a conversation have END, edge or not', () => {
    expect(labelsOf('B', [...lines, 'B -A-> A'], { isConversational: true })).toEqual(
      new Set(['A', 'END', null]),
    );
  });

  test('of a tool executor are the tools of its callers, and none', () => {
    expect(labelsOf('tools', lines)).toEqual(new Set([null, 'x', 'y']));
    expect(labelsOf('tools', lines, { agents: sketchAgents({ A: ['x'] }) })).toEqual(new Set([null, 'x']));
  });

  test('of a hand-off are its choices, and none where a person need not choose', () => {
    expect(labelsOf('human', ['A', 'human -yes-> A'])).toEqual(new Set(['yes']));
    expect(labelsOf('human', ['A', 'human -yes-> A', 'human -> A'])).toEqual(new Set(['yes', null]));
    expect(labelsOf('human', ['A', 'human -> A'])).toEqual(new Set([null]));
  });
});
