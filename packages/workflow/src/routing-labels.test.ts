import { describe, expect, test } from 'vitest';
import { sketch } from './definition.fixture.ts';
import { agent, routeLabels } from './kinds/agent.ts';
import { handoffChoices } from './kinds/human-handoff.ts';
import { toolExitLabel } from './tool-exit-label.ts';
import { toolRoute } from './tool-route.ts';
import { viewDefinition } from './view-definition.ts';

describe('routeLabels', () => {
  const lines = ['A -B-> B', 'A -t-> tools', 'A -END-> .'];
  const labels = (isConversational: boolean, config?: Record<string, string[]>) => {
    const definition = sketch(lines, { isConversational });
    const node = { ...definition.nodes[0], ...(config && { config }) };
    const nodes = definition.nodes.map((each) => (each.id === 'A' ? { ...each, ...node } : each));
    const view = viewDefinition({ ...definition, nodes });
    const own = view.nodesById.get('A');
    return own && routeLabels(view, own.node, agent.config(own.node) ?? {});
  };

  test('leaves edges to tools to tool calls', () => {
    expect(labels(false)).toEqual(['B', 'END']);
  });

  test('leaves END to the end tool in a conversation', () => {
    expect(labels(true)).toEqual(['B']);
  });

  test('are those of the config where it names some', () => {
    expect(labels(true, { routes: ['B', 'END', 't'] })).toEqual(['B', 'END', 't']);
  });
});

describe('toolRoute', () => {
  const of = (lines: string[], ...tools: string[]) => toolRoute(viewDefinition(sketch(lines)), 'A', tools);

  test('is the label of the edge to a tools node', () => {
    expect(of(['A -B-> B', 'A -run-> tools', 'A -other-> tools2'], 'x')).toBe('run');
  });

  test('prefers the edge named after the tool, when only that tool was called', () => {
    const lines = ['A -run-> tools', 'A -x-> tools2'];
    expect(of(lines, 'x')).toBe('x');
    expect(of(lines, 'x', 'x')).toBe('x');
    expect(of(lines, 'x', 'y')).toBe('run');
  });

  test('ignores an edge named after the tool that does not lead to tools', () => {
    expect(of(['A -x-> B', 'A -run-> tools'], 'x')).toBe('run');
  });

  test('is null where only the ALWAYS edge leads to tools', () => {
    expect(of(['A -B-> B', 'A -> tools'], 'x')).toBeNull();
  });

  test('is undefined where there is no way to tools', () => {
    expect(of(['A -B-> B', 'A -> B', 'tools'], 'x')).toBeUndefined();
    expect(of(['A -> .'], 'x')).toBeUndefined();
  });
});

describe('toolExitLabel', () => {
  const of = (...tools: string[]) =>
    toolExitLabel(
      viewDefinition(sketch(['tools -x-> A', 'tools -y-> A', 'tools -z-> B', 'tools -> B'])),
      'tools',
      tools,
    );

  test('is the first tool’s name when all lead to one node', () => {
    expect(of('y', 'x')).toBe('y');
    expect(of('z')).toBe('z');
  });

  test('is null when they lead apart, one has no edge, or none ran', () => {
    expect(of('x', 'z')).toBeNull();
    expect(of('x', 'unknown')).toBeNull();
    expect(of('unknown')).toBeNull();
    expect(of()).toBeNull();
  });
});

describe('handoffChoices', () => {
  const view = viewDefinition(sketch(['A', 'human -yes-> A', 'human -END-> .']));
  const node = { id: 'human', workflowId: 'w', nodeType: 'HUMAN_HANDOFF', nodeName: 'human' };

  test('are the labels of the edges, or those of the config', () => {
    expect(handoffChoices(view, node, {})).toEqual(['yes', 'END']);
    expect(handoffChoices(view, node, { choices: ['yes'] })).toEqual(['yes']);
  });
});
