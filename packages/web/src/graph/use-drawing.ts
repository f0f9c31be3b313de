import { type Connection, type FinalConnectionState, type NodeChange, useReactFlow } from '@xyflow/react';
import { useCallback, useMemo, useState } from 'react';
import { END_KEY } from './box-keys.ts';
import { fixedLayout } from './fixed-layout.ts';
import type { FlowNode } from './flow-elements.ts';
import { movedTo, type Places } from './places.ts';
import type { Point } from './rounded-path.ts';
import type { RouteEdgeType } from './route-edge.tsx';
import type { LaidOut } from './use-layout.ts';

/** What can be done with a picture by hand. Nodes and edges are places in the definition, `null` is the end. */
export interface DrawingHand {
  choose: (keys: readonly string[]) => void;
  move: (moved: ReadonlyMap<string, Point>) => void;
  connect: (from: number, to: number | null) => void;
  /** A line that was let go over nothing, and where. */
  dropLine: (from: number, at: Point, screen: Point) => void;
  /** Takes all edges of a line to another node at one of its ends. */
  reattach: (edges: readonly number[], end: { from: number } | { to: number | null }) => void;
}

/** Boxes follow the pointer, and their lines follow them, until there are other places: those where they were let go. */
export function useMoving(laidOut: LaidOut, places: Places | undefined) {
  const [moved, setMoved] = useState<{ from: Places | undefined; boxes: ReadonlyMap<string, Point> }>();
  // For good: undoing the move brings back the places that it began with.
  if (moved !== undefined && moved.from !== places) setMoved(undefined);
  const moving = moved?.from === places ? moved?.boxes : undefined;
  const move = (more: readonly (readonly [string, Point])[]) =>
    setMoved((before) => ({ from: places, boxes: new Map([...(before?.boxes ?? []), ...more]) }));
  const shown = useMemo((): LaidOut => {
    const layout = moving && places && fixedLayout(laidOut.model, movedTo(places, moving));
    return layout ? { ...laidOut, layout } : laidOut;
  }, [laidOut, places, moving]);
  return { move, shown };
}

export function useDrawing(
  hand: DrawingHand | undefined,
  { model }: LaidOut,
  chosen: ReadonlySet<string>,
  { move }: ReturnType<typeof useMoving>,
) {
  const flow = useReactFlow();
  const indexOf = useCallback(
    (key: string) => (key === END_KEY ? null : (model.nodes.find((node) => node.key === key)?.index ?? -1)),
    [model],
  );
  if (hand === undefined) return {};
  const startOf = (key: string) => indexOf(key) ?? -1;
  const drop = (nodes: readonly FlowNode[]) =>
    hand.move(new Map(nodes.map(({ id, position }) => [id, rounded(position)])));
  return {
    onNodesChange: (changes: NodeChange<FlowNode>[]) => {
      const moved = changes.flatMap((change) =>
        change.type === 'position' && change.dragging === true && change.position
          ? [[change.id, change.position] as const]
          : [],
      );
      if (moved.length > 0) move(moved);
      const picks = changes.filter((change) => change.type === 'select');
      if (picks.length === 0) return;
      const after = new Set(chosen);
      for (const { id, selected } of picks)
        if (selected) after.add(id);
        else after.delete(id);
      hand.choose([...after]);
    },
    onNodeDragStop: (_event: unknown, _node: FlowNode, nodes: FlowNode[]) => drop(nodes),
    onSelectionDragStop: (_event: unknown, nodes: FlowNode[]) => drop(nodes),
    onConnect: ({ source, target }: Connection) => hand.connect(startOf(source), indexOf(target)),
    onConnectEnd: (event: MouseEvent | TouchEvent, { fromNode, toNode, isValid }: FinalConnectionState) => {
      if (fromNode === null || toNode !== null || isValid === true) return;
      const screen = pointOf(event);
      hand.dropLine(startOf(fromNode.id), flow.screenToFlowPosition(screen), screen);
    },
    onReconnect: ({ data, source, target }: RouteEdgeType, to: Connection) => {
      const edges = data?.edge.parts.map(({ index }) => index) ?? [];
      if (to.source !== source) hand.reattach(edges, { from: startOf(to.source) });
      else if (to.target !== target) hand.reattach(edges, { to: indexOf(to.target) });
    },
  };
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });

const pointOf = (event: MouseEvent | TouchEvent): Point => {
  const { clientX: x, clientY: y } =
    'clientX' in event ? event : (event.changedTouches[0] ?? { clientX: 0, clientY: 0 });
  return { x, y };
};
