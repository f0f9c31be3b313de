import { runs } from '@cadence-agents/testkit/random-runs';
import { definitionArbitrary } from '@cadence-agents/workflow/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldTools } from './fold-tools.ts';
import { type GraphModel, type GraphNode, graphModel } from './graph-model.ts';
import { groupAgents } from './group-agents.ts';
import { membersShown, nameInGroup } from './group-cells.ts';

const node = (id: string, nodeType: string) => ({ id, workflowId: 'w', nodeType, nodeName: id });
const edge = (from: string, to: string | null, label: string | null = null) => ({
  id: `${from}-${to}-${label}`,
  workflowId: 'w',
  sourceNodeId: from,
  targetNodeId: to,
  conditionType: label === null ? 'ALWAYS' : 'CONDITIONAL',
  conditionValue: label,
});

/** As the coordinator is made of plugins: each an agent and its tools. */
const coordinator = (plugins: readonly string[]) =>
  graphModel({
    entrypointNodeId: 'coordinator',
    nodes: [
      node('coordinator', 'COORDINATOR'),
      node('control_tools', 'CONTROL_TOOLS'),
      ...plugins.flatMap((name) => [node(`${name}_agent`, 'AGENT'), node(`${name}_tools`, 'TOOL_EXECUTOR')]),
    ],
    edges: [
      edge('coordinator', 'control_tools', 'continue'),
      ...plugins.flatMap((name) => [
        edge('control_tools', `${name}_agent`, name),
        edge(`${name}_agent`, `${name}_tools`, 'continue'),
        edge(`${name}_agent`, 'coordinator', 'back'),
        edge(`${name}_tools`, 'coordinator'),
      ]),
    ],
  });
const plugins = Array.from({ length: 20 }, (_, index) => `plugin${index}`);
const none = new Set<string>();
const shown = (model: GraphModel) =>
  model.edges.map(({ source, target, labelled }) => [source, target, labelled.map(({ label }) => label)]);

describe('a folded graph', () => {
  it('draws an agent with its tools as one box until it is opened', () => {
    const model = coordinator(['math', 'post']);
    expect(shown(foldTools(model, new Set(['node:post_agent'])))).toEqual([
      ['node:coordinator', 'node:control_tools', ['continue']],
      ['node:control_tools', 'node:math_agent', ['math']],
      ['node:math_agent', 'node:coordinator', ['back']],
      ['node:control_tools', 'node:post_agent', ['post']],
      ['node:post_agent', 'node:post_tools', ['continue']],
      ['node:post_agent', 'node:coordinator', ['back']],
      ['node:post_tools', 'node:coordinator', []],
    ]);
  });

  it('leaves tools alone that several agents call', () => {
    const model = graphModel({
      nodes: [node('a', 'AGENT'), node('b', 'AGENT'), node('t', 'TOOL_EXECUTOR')],
      edges: [edge('a', 't', 'tools'), edge('b', 't', 'tools')],
    });
    expect(foldTools(model, none)).toEqual(model);
  });

  it('draws alike agents as one, with the labels that all of them have', () => {
    const model = groupAgents(foldTools(coordinator(plugins), none), 8, none);
    const group = model.nodes.at(-1)?.key;
    expect(shown(model)).toEqual([
      ['node:coordinator', 'node:control_tools', ['continue']],
      ['node:control_tools', group, []],
      [group, 'node:coordinator', ['back']],
    ]);
    const opened = groupAgents(foldTools(coordinator(plugins), new Set(['node:plugin3_agent'])), 8, none);
    expect(opened.nodes.map(({ key }) => key)).toContain('node:plugin3_tools');
    expect(opened.nodes.at(-1)?.inside).toHaveLength(19);
  });

  it('has a place for all that the run comes by, and moves nobody else', () => {
    const group = groupAgents(foldTools(coordinator(plugins), none), 8, none).nodes.at(-1);
    if (group === undefined) throw new Error('There is no group.');
    const names = (cameBy: string[]) => membersShown(group, cameBy).map(({ name }) => name.split('_')[0]);
    expect(names([])).toEqual(plugins.slice(0, 7));
    expect(names(['plugin2_agent', 'plugin15_tools'])).toEqual([...plugins.slice(0, 6), 'plugin15']);
    fc.assert(
      fc.property(fc.shuffledSubarray(plugins, { minLength: 1 }), (visited) => {
        const cells = names(visited.map((name) => `${name}_agent`));
        expect(cells).toContain(visited.at(-1));
        expect(new Set(cells).size).toBe(7);
      }),
    );
    expect(group.inside.slice(0, 2).map((member) => nameInGroup(member, group))).toEqual([
      'plugin0',
      'plugin1',
    ]);
  });

  it('has every node in one box, and every edge in one line or within a box', () => {
    const namesOf = ({ name, type, inside }: GraphNode): string[] => [
      ...(type === 'group' ? [] : [name]),
      ...inside.flatMap(namesOf),
    ];
    fc.assert(
      fc.property(definitionArbitrary(), fc.integer({ min: 1, max: 9 }), (definition, room) => {
        const model = graphModel(definition);
        const folded = groupAgents(foldTools(model, none), room, none);
        expect(folded.nodes.flatMap(namesOf).toSorted()).toEqual(model.nodes.flatMap(namesOf).toSorted());
        const boxes = folded.nodes.map(namesOf);
        const isWithin = (from: string, to: string | null) =>
          boxes.some((names) => names.includes(from) && names.includes(to ?? ''));
        const drawn = folded.edges.flatMap(({ parts }) => parts.map(({ index }) => index));
        expect(new Set(drawn).size).toBe(drawn.length);
        const left = model.edges.flatMap(({ parts }) => parts).filter(({ index }) => !drawn.includes(index));
        for (const { from, to } of left) expect(isWithin(from, to)).toBe(true);
      }),
      { numRuns: runs(40, 10) },
    );
  });
});
