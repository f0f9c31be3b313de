import type { Problem } from '@cadence-agents/contracts';
import { Background, BackgroundVariant, MiniMap, ReactFlow, useOnViewportChange } from '@xyflow/react';
import { type RefObject, useMemo, useState } from 'react';
import { useIsConnected } from '../api/use-connection.ts';
import type { Selection } from '../document/selection.ts';
import { texts } from '../texts.ts';
import { edgeTraffic } from './edge-traffic.ts';
import { EndNode } from './end-node.tsx';
import { type FlowNode, flowEdges, flowNodes } from './flow-elements.ts';
import { GraphContext } from './graph-context.ts';
import { GraphTools } from './graph-tools.tsx';
import type { GraphViewProps } from './graph-view-props.ts';
import { namesIn } from './group-cells.ts';
import { GroupNode } from './group-node.tsx';
import { kindLook } from './kind-look.ts';
import { focusOf, type ShownProgress } from './node-state.ts';
import type { Size } from './read-layout.ts';
import { ReuseEqual } from './reuse-equal.ts';
import type { Point } from './rounded-path.ts';
import { RouteEdge, type RouteEdgeType } from './route-edge.tsx';
import { noProgress, type RunProgress } from './run-progress.ts';
import { StepNode } from './step-node.tsx';
import { useDrawing, useMoving } from './use-drawing.ts';
import type { Folding } from './use-folding.ts';
import { useGraphHandle } from './use-graph-handle.ts';
import type { LaidOut } from './use-layout.ts';
import { useViewport } from './use-viewport.ts';

const nodeTypes = { step: StepNode, missing: StepNode, end: EndNode, agents: GroupNode };
const edgeTypes = { route: RouteEdge };
const noProblems: readonly Problem[] = [];
const noneChosen: ReadonlySet<string> = new Set();
const MANY_NODES = 60;
/** Beyond, there is room for names only. */
const FAR = 0.92;
/** A short drag must not make a loop; the panel can. */
const isBetweenTwo = ({ source, target }: { source: string; target: string }) => source !== target;

interface PictureProps extends GraphViewProps {
  laidOut: LaidOut;
  frame: RefObject<HTMLElement | null>;
  folding: Folding;
}

export function Picture({ laidOut, frame, folding, ...props }: PictureProps) {
  const {
    selected,
    chosen = noneChosen,
    onSelect,
    hand,
    problemsOf,
    traffic,
    minimap,
    progress,
    room,
  } = props;
  const shown = useShownProgress(progress, props.stepNode);
  const moving = useMoving(laidOut, props.places);
  const isDrawn = hand !== undefined;
  const { nodes, edges } = useFlow(moving.shown, shown, chosen, selected, isDrawn);
  const focus = focusKey(nodes, shown);
  const { touched, onToggle } = folding;
  const subject = progress && (props.runId ?? '');
  const view = useViewport({ laidOut, nodes, subject, focus, way: wayOf(nodes, shown), touched, isDrawn });
  useGraphHandle(props.handle, frame, laidOut, view);
  useZoomInStyle(frame);
  const scene = useMemo(
    () => ({
      direction: laidOut.direction,
      onSelect,
      canConnect: isDrawn,
      problemsOf: problemsOf ?? (() => noProblems),
      onToggle: room === undefined ? undefined : onToggle,
      traffic: traffic && edgeTraffic(laidOut.model, traffic),
    }),
    [laidOut, onSelect, isDrawn, problemsOf, traffic, room, onToggle],
  );
  const drawing = useDrawing(hand, laidOut, chosen, moving);
  return (
    <GraphContext value={scene}>
      <div className="min-h-0 flex-1">
        <ReactFlow<FlowNode, RouteEdgeType>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          minZoom={0.08}
          maxZoom={2}
          nodesDraggable={isDrawn}
          nodeDragThreshold={3}
          reconnectRadius={7}
          isValidConnection={isBetweenTwo}
          nodesConnectable={isDrawn}
          edgesFocusable={false}
          deleteKeyCode={null}
          multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
          disableKeyboardA11y
          onlyRenderVisibleElements={nodes.length > MANY_NODES}
          onMoveStart={(event) => event && view.letGo()}
          onNodeClick={(_event, node) => {
            if (node.type !== 'step' || isDrawn) return;
            if (onSelect === undefined && node.data.node.fold) onToggle(node.id);
            else if (node.data.node.index >= 0) onSelect?.({ type: 'node', index: node.data.node.index });
          }}
          onEdgeClick={(_event, edge) => selectEdge(onSelect, edge)}
          onPaneClick={() => onSelect?.(undefined)}
          {...drawing}
        >
          <Background variant={BackgroundVariant.Dots} gap={18} size={1.2} />
          {minimap === true && (
            <MiniMap pannable zoomable ariaLabel={texts.graph.minimap} nodeColor={miniColour} />
          )}
        </ReactFlow>
      </div>
      <GraphTools {...view} follow={focus === undefined || view.isFollowing ? undefined : view.follow}>
        {props.tools}
      </GraphTools>
    </GraphContext>
  );
}

/** What React Flow draws; what has not changed is handed over as it was. */
function useFlow(
  laidOut: LaidOut,
  shown: ShownProgress | undefined,
  chosen: ReadonlySet<string>,
  selected: Selection | undefined,
  isDrawn: boolean,
) {
  const [same] = useState(() => ({
    nodes: new ReuseEqual<FlowNode>(),
    edges: new ReuseEqual<RouteEdgeType>(),
  }));
  const nodes = useMemo(
    () =>
      same.nodes.of(flowNodes(laidOut, shown).map((node) => ({ ...node, selected: chosen.has(node.id) }))),
    [same, laidOut, shown, chosen],
  );
  const edges = useMemo(
    () =>
      same.edges.of(
        flowEdges(laidOut, shown).map((edge) => {
          const index = selected?.type === 'edge' ? selected.index : undefined;
          const isSelected = edge.data?.edge.parts.some((part) => part.index === index) === true;
          if (edge.data === undefined || !isSelected) return { ...edge, reconnectable: false };
          // Above the boxes, so that its ends can be taken hold of.
          return { ...edge, data: { ...edge.data, selected: index }, reconnectable: isDrawn, zIndex: 1_000 };
        }),
      ),
    [same, laidOut, shown, selected, isDrawn],
  );
  return { nodes, edges };
}

function selectEdge(onSelect: GraphViewProps['onSelect'], edge: RouteEdgeType): void {
  const [part] = edge.data?.edge.parts ?? [];
  if (part) onSelect?.({ type: 'edge', index: part.index });
}

const miniColour = (node: FlowNode) =>
  node.type === 'step' ? kindLook(node.data.node.kind).colour : 'var(--line-strong)';

/** What is drawn of the run, made anew only when some of it has changed. */
function useShownProgress(
  progress: RunProgress | undefined,
  stepNode: string | undefined,
): ShownProgress | undefined {
  const { activeNode, visits, taken, failedNodes, stoppedNode, status, toolsAtWork } = progress ?? noProgress;
  const isTold = useIsConnected();
  const isShown = progress !== undefined;
  return useMemo(
    () =>
      isShown
        ? { activeNode, visits, taken, failedNodes, stoppedNode, status, toolsAtWork, stepNode, isTold }
        : undefined,
    [isShown, activeNode, visits, taken, failedNodes, stoppedNode, status, toolsAtWork, stepNode, isTold],
  );
}

/** The box to follow; what decides at once is not worth a move. */
function focusKey(nodes: readonly FlowNode[], shown: ShownProgress | undefined): string | undefined {
  const name = focusOf(shown);
  if (name === undefined) return undefined;
  const box = nodes.find((node) => node.type === 'step' && namesIn(node.data.node).includes(name));
  const isPassing = box?.type === 'step' && box.data.node.isQuiet && box.data.state === 'active';
  return isPassing ? undefined : box?.id;
}

/** What there is to see of a run that came to its end: all that it came by. */
function wayOf(nodes: readonly FlowNode[], shown: ShownProgress | undefined): (Point & Size) | undefined {
  if (shown?.status !== 'completed' && shown?.status !== 'suspended') return undefined;
  const boxes = nodes.filter(
    (node) =>
      (node.type === 'step' && node.data.state !== 'idle') || (node.type === 'end' && node.data.isReached),
  );
  if (boxes.length === 0) return undefined;
  const x = Math.min(...boxes.map(({ position }) => position.x));
  const y = Math.min(...boxes.map(({ position }) => position.y));
  const right = Math.max(...boxes.map(({ position, width = 0 }) => position.x + width));
  const bottom = Math.max(...boxes.map(({ position, height = 0 }) => position.y + height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Words get larger as the picture gets smaller. */
function useZoomInStyle(frame: RefObject<HTMLElement | null>): void {
  useOnViewportChange({
    onChange: ({ zoom }) => {
      frame.current?.style.setProperty('--zoom', String(zoom));
      frame.current?.toggleAttribute('data-far', zoom < FAR);
    },
  });
}
