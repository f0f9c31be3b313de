import { MarkerType } from '@xyflow/react';
import { texts } from '../texts.ts';
import type { EndNodeType } from './end-node.tsx';
import type { GraphEdge, GraphNode } from './graph-model.ts';
import { membersShown, nameInGroup } from './group-cells.ts';
import type { GroupNodeType } from './group-node.tsx';
import { CELL, cellPlace, nodeSize } from './node-size.ts';
import { cameBy, type NodeState, nodeState, type ShownProgress } from './node-state.ts';
import type { Point } from './rounded-path.ts';
import type { RouteEdgeType } from './route-edge.tsx';
import { routeKey, type TakenRoute } from './run-progress.ts';
import type { StepNodeType } from './step-node.tsx';
import type { LaidOut } from './use-layout.ts';

export type FlowNode = StepNodeType | EndNodeType | GroupNodeType;

export function flowNodes({ model, layout }: LaidOut, progress: ShownProgress | undefined): FlowNode[] {
  return model.nodes.flatMap((node): FlowNode[] => {
    const position = layout.nodes.get(node.key) ?? { x: 0, y: 0 };
    if (node.type === 'group') return groupNodes(node, position, progress);
    const base = { id: node.key, position, ...sized(nodeSize(node)) };
    if (node.type !== 'end') return [{ ...base, ...stepNode(node, node.name, false, progress) }];
    const isReached = Object.values(progress?.taken ?? {}).some((route) => route.to === null);
    return [{ ...base, type: 'end', data: { isReached }, ariaLabel: texts.graph.end, selectable: false }];
  });
}

const sized = (size: { width: number; height: number }) => ({ ...size, measured: size });

/** The box of the group, and its cells over it. */
function groupNodes(group: GraphNode, position: Point, progress: ShownProgress | undefined): FlowNode[] {
  const shown = membersShown(group, cameBy(progress));
  const left = group.inside.length - shown.length;
  const cells = group.cells ?? shown.length;
  const at = (index: number) => {
    const { x, y } = cellPlace(index, cells);
    return { x: position.x + x, y: position.y + y };
  };
  return [
    {
      // React Flow has a look of its own for what is called a group.
      ...{ id: group.key, type: 'agents', position, ...sized(nodeSize(group)) },
      data: { group, left, more: cellPlace(shown.length, cells) },
      ariaLabel: texts.graph.agents(group.inside.length),
      focusable: false,
    },
    ...shown.map((member, index) => ({
      ...{ id: member.key, position: at(index), ...sized(CELL) },
      ...stepNode(member, nameInGroup(member, group), true, progress),
    })),
  ];
}

function stepNode(node: GraphNode, name: string, isCell: boolean, progress: ShownProgress | undefined) {
  const state = nodeState(node, progress);
  const visits = progress?.visits[node.name] ?? 0;
  const tool = state === 'active' ? Object.values(progress?.toolsAtWork ?? {})[0] : undefined;
  return {
    type: 'step' as const,
    data: { node, name, isCell, state, visits, tool },
    ariaLabel: nodeLabel(node, state),
  };
}

function nodeLabel(node: GraphNode, state: NodeState): string {
  const kind = node.type === 'missing' ? texts.graph.missing : (node.kind?.title ?? node.nodeType);
  const words = [node.name, kind];
  if (node.isEntry) words.push(texts.graph.entry);
  if (state !== 'idle') words.push(texts.graph.states[state]);
  return words.join(', ');
}

export function flowEdges({ model, layout }: LaidOut, progress: ShownProgress | undefined): RouteEdgeType[] {
  const taken = progress?.taken ?? {};
  const latest = Math.max(0, ...Object.values(taken).map((route) => route.at));
  return model.edges.flatMap((edge) => {
    const route = layout.edges.get(edge.key);
    if (route === undefined) return [];
    const passes = passesOver(edge, taken);
    const times = passes.reduce((sum, pass) => sum + pass.times, 0);
    return {
      id: edge.key,
      type: 'route',
      source: edge.source,
      target: edge.target,
      // Those with a label are reached by it.
      focusable: edge.labelled.length === 0,
      ariaLabel: texts.graph.edgeBetween(edge.parts[0]?.from ?? '', edge.parts[0]?.to ?? texts.graph.end),
      markerEnd: {
        type: MarkerType.ArrowClosed,
        width: 16,
        height: 16,
        color: times > 0 ? 'var(--accent)' : 'var(--line-strong)',
      },
      data: {
        edge,
        route,
        times,
        isLatest: passes.some(({ at }) => at === latest),
        takenLabels: passes.flatMap(({ labels }) => labels),
      },
    };
  });
}

/** The routes that were taken over a line, each once. */
function passesOver(edge: GraphEdge, taken: Readonly<Record<string, TakenRoute>>): TakenRoute[] {
  const routes = new Set(edge.parts.map(({ from, to }) => routeKey(from, to)));
  return [...routes].map((key) => taken[key]).filter((pass) => pass !== undefined);
}
