import type { CoverageReport } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { edgeTraffic } from './edge-traffic.ts';
import { graphModel } from './graph-model.ts';

const edge = (from: string, to: string | null, label: string | null, times: number) => ({
  id: `${from}-${to}-${label}`,
  from,
  to,
  label,
  reachable: true,
  runs: Math.min(times, 3),
  times,
  witness: null,
});

const coverage = (edges: CoverageReport['edges']): CoverageReport => ({
  workflowId: 'w',
  runs: 3,
  percent: { nodes: 100, edges: 100, labels: 100, limits: 100 },
  nodes: [],
  edges,
  labels: [],
  limits: [],
});

const model = graphModel({
  entrypointNodeId: 'a',
  nodes: [
    { id: 'a', nodeType: 'AGENT', nodeName: 'asks' },
    { id: 'b', nodeType: 'AGENT', nodeName: 'answers' },
  ],
  edges: [
    { sourceNodeId: 'a', targetNodeId: 'b', conditionType: 'CONDITIONAL', conditionValue: 'easy' },
    { sourceNodeId: 'a', targetNodeId: 'b', conditionType: 'CONDITIONAL', conditionValue: 'hard' },
    { sourceNodeId: 'b', targetNodeId: null, conditionType: 'ALWAYS' },
    { sourceNodeId: 'b', targetNodeId: 'a', conditionType: 'CONDITIONAL', conditionValue: 'new' },
  ],
});

it('adds up what went over the edges that are one line, and compares lines with the busiest', () => {
  const reports = {
    coverage: coverage([
      edge('asks', 'answers', 'easy', 6),
      edge('asks', 'answers', 'hard', 2),
      edge('answers', null, null, 4),
    ]),
    costs: undefined,
  };
  const traffic = edgeTraffic(model, reports);
  expect(traffic.get('node:a→node:b')).toMatchObject({ times: 8, share: 1 });
  expect(traffic.get('node:b→end:')).toMatchObject({ times: 4, share: 0.5 });
});

it('has nothing of an edge that the runs did not have yet', () => {
  const traffic = edgeTraffic(model, {
    coverage: coverage([edge('answers', null, null, 0)]),
    costs: undefined,
  });
  expect(traffic.get('node:b→node:a')).toBeUndefined();
  expect(traffic.get('node:b→end:')).toMatchObject({ times: 0, share: 0 });
});
