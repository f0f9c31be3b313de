import { describe, expect, test } from 'vitest';
import { countRoute, isAgentHop, noRoutes, toolHopsOf } from './count-route.ts';
import { sketch } from './definition.fixture.ts';
import { viewDefinition } from './view-definition.ts';

const view = viewDefinition(sketch(['A -B-> B', 'A -t-> tools', 'tools -> B', 'B -h-> human', 'human -> A']));

describe('isAgentHop', () => {
  test('is going from an agent to an agent', () => {
    expect(isAgentHop(view, 'A', 'B')).toBe(true);
    expect(isAgentHop(view, 'A', 'A')).toBe(true);
  });

  test('is not going to or from tools, to or from a person, or to the end', () => {
    for (const [from, to] of [
      ['A', 'tools'],
      ['tools', 'B'],
      ['B', 'human'],
      ['human', 'A'],
      ['A', null],
    ] as const) {
      expect(isAgentHop(view, from, to)).toBe(false);
    }
  });
});

describe('countRoute', () => {
  const along = (...ways: [string, string | null][]) =>
    ways.reduce((count, [from, to]) => countRoute(view, count, from, to), noRoutes);

  test('counts hops, and hops in a row to the same agent', () => {
    expect(along(['A', 'B'], ['B', 'B'])).toEqual({ agentHops: 2, sameAgentRoutes: 2, lastHopTo: 'B' });
    expect(along(['A', 'B'], ['B', 'B'], ['B', 'A'])).toEqual({
      agentHops: 3,
      sameAgentRoutes: 1,
      lastHopTo: 'A',
    });
  });

  test('lets tools between two hops neither count nor break the row', () => {
    expect(along(['A', 'B'], ['B', 'tools'], ['tools', 'B'], ['B', 'B'])).toMatchObject({
      agentHops: 2,
      sameAgentRoutes: 2,
    });
  });

  test('begins anew when a router goes on to the answer, and not when a limit stops it', () => {
    const routed = sketch(['A -> .'], {});
    const node = (id: string, nodeType: string) => ({ id, workflowId: 'w', nodeType, nodeName: id });
    const nodes = [
      ...routed.nodes,
      node('router', 'COORDINATOR'),
      node('answer', 'SYNTHESIZER'),
      node('stop', 'SUSPEND'),
    ];
    const routers = viewDefinition({ ...routed, nodes });
    const once = countRoute(routers, noRoutes, 'router', 'A');
    expect(countRoute(routers, once, 'router', 'stop')).toBe(once);
    expect(countRoute(routers, once, 'router', 'answer')).toEqual({ ...noRoutes, agentHops: 1 });
  });

  test('returns the same object where nothing counts', () => {
    expect(countRoute(view, noRoutes, 'A', 'tools')).toBe(noRoutes);
  });
});

test('a visit to tools costs a hop for each call, and at least one', () => {
  expect([0, 1, 3].map(toolHopsOf)).toEqual([1, 1, 3]);
});
