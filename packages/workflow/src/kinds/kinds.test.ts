import { defineKind } from '@cadence-agents/contracts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { certify } from '../certify/certify.ts';
import { check } from '../check/check.ts';
import { sketch, sketchAgents } from '../definition.fixture.ts';
import { viewDefinition } from '../view-definition.ts';
import { builtInKinds, configOf, kindsWith } from './kinds.ts';

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

describe('kindsWith', () => {
  const guess = defineKind({
    type: 'ORACLE_GUESS',
    title: 'Guess',
    summary: 'Guesses.',
    family: 'agent',
    config: z.strictObject({ luck: z.number() }),
    labels: ['A', 'again'],
  });
  const kinds = kindsWith([guess]);
  const definition = (config: Record<string, number> = { luck: 1 }) => {
    const { nodes, ...rest } = sketch(['A -> .', 'guess -A-> A', 'guess -again-> guess']);
    return {
      ...rest,
      entrypointNodeId: 'guess',
      agents: sketchAgents({ A: [] }),
      nodes: nodes.map(({ agentId: _, ...node }) =>
        node.id === 'guess' ? { ...node, nodeType: 'ORACLE_GUESS', config } : { ...node, agentId: 'agent-A' },
      ),
    };
  };

  test('has the built-in kinds, and those given', () => {
    expect(kinds.find('AGENT')).toBe(builtInKinds.find('AGENT'));
    expect(kinds.find('ORACLE_GUESS')).toBe(guess);
    expect(kindsWith([])).toBe(builtInKinds);
  });

  test('refuses two of one type', () => {
    const taken = expect.objectContaining({
      code: 'PLUGIN_INVALID',
      message: expect.stringContaining('"AGENT"'),
    });
    expect(() => kindsWith([{ ...guess, type: 'AGENT' }])).toThrow(taken);
  });

  test('lets a definition use them, within its certificate', () => {
    const { problems, certificate } = check(definition(), { kinds });
    expect(problems).toEqual([]);
    expect(certificate).toMatchObject({ bounded: true, cycles: [{ nodes: ['guess'] }] });
    expect(certify(definition(), undefined, kinds)).toEqual(certificate);
    expect(check(definition()).problems[0]).toMatchObject({ code: 'NODE_TYPE_UNKNOWN' });
    expect(check(definition({}), { kinds }).problems[0]).toMatchObject({ path: '$.nodes[1].config' });
  });
});

describe('configOf', () => {
  const node = { id: 'p', workflowId: 'w', nodeType: 'PLANNER', nodeName: 'P' };

  test('is the config of the type', () => {
    expect(configOf('PLANNER', { ...node, config: { maxCalls: 3 } }).maxCalls).toBe(3);
  });

  test('refuses one that was not checked', () => {
    const invalid = expect.objectContaining({
      code: 'WORKFLOW_INVALID',
      message: expect.stringContaining('"P"'),
    });
    expect(() => configOf('PLANNER', { ...node, config: { maxCalls: 'many' } })).toThrow(invalid);
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
