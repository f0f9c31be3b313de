import { MarkerType } from '@xyflow/react';
import { texts } from '../texts.ts';
import type { EndNodeType } from './end-node.tsx';
import { END_KEY, type GraphNode } from './graph-model.ts';
import { nodeSize } from './node-size.ts';
import type { RouteEdgeType } from './route-edge.tsx';
import { type RunProgress, routeKey } from './run-progress.ts';
import type { NodeState, StepNodeType } from './step-node.tsx';
import type { LaidOut } from './use-layout.ts';

/** What of a run's progress the picture shows. */
export type ShownProgress = Pick<RunProgress, 'activeNode' | 'visits' | 'taken' | 'failedNode' | 'status'>;

export type FlowNode = StepNodeType | EndNodeType;

export function flowNodes({ model, layout }: LaidOut, progress: ShownProgress | undefined): FlowNode[] {
  return model.nodes.map((node) => {
    const size = nodeSize(node);
    const base = {
      id: node.key,
      position: layout.nodes.get(node.key) ?? { x: 0, y: 0 },
      ...size,
      measured: size,
    };
    if (node.type === 'end') {
      const isReached = Object.values(progress?.taken ?? {}).some((route) => route.to === null);
      return { ...base, type: 'end', data: { isReached }, ariaLabel: texts.graph.end };
    }
    const state = nodeState(node, progress);
    const visits = progress?.visits[node.name] ?? 0;
    return { ...base, type: 'step', data: { node, state, visits }, ariaLabel: nodeLabel(node, state) };
  });
}

function nodeState(node: GraphNode, progress: ShownProgress | undefined): NodeState {
  if (progress === undefined) return 'idle';
  if (progress.failedNode === node.name) return 'failed';
  if (progress.activeNode === node.name) {
    if (progress.status === 'cancelled') return 'stopped';
    return progress.status === 'awaiting_human' ? 'asking' : 'active';
  }
  return progress.visits[node.name] === undefined ? 'idle' : 'visited';
}

function nodeLabel(node: GraphNode, state: NodeState): string {
  const kind = node.type === 'missing' ? texts.graph.missing : (node.kind?.title ?? node.nodeType);
  const words = [node.name, kind];
  if (node.isEntry) words.push(texts.graph.entry);
  if (state !== 'idle') words.push(texts.graph.states[state]);
  return words.join(', ');
}

export function flowEdges({ model, layout }: LaidOut, progress: ShownProgress | undefined): RouteEdgeType[] {
  const names = new Map(model.nodes.map((node) => [node.key, node.name]));
  const taken = progress?.taken ?? {};
  const latest = Math.max(0, ...Object.values(taken).map((route) => route.at));
  return model.edges.flatMap((edge) => {
    const route = layout.edges.get(edge.key);
    if (route === undefined) return [];
    const to = edge.target === END_KEY ? null : (names.get(edge.target) ?? '');
    const passed = taken[routeKey(names.get(edge.source) ?? '', to)];
    const isLatest = passed !== undefined && passed.at === latest;
    return {
      id: edge.key,
      type: 'route',
      source: edge.source,
      target: edge.target,
      focusable: false,
      markerEnd: {
        type: MarkerType.ArrowClosed,
        width: 16,
        height: 16,
        color: passed ? 'var(--accent)' : 'var(--line-strong)',
      },
      data: {
        edge,
        route,
        times: passed?.times ?? 0,
        isLatest,
        takenLabels: passed?.labels ?? [],
      },
    };
  });
}
