import { useKinds } from '../api/kinds.ts';
import './graph.css';
import type { Problem } from '@cadence/contracts';
import {
  Background,
  BackgroundVariant,
  Controls,
  MiniMap,
  type NodeChange,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { SkeletonRows } from '../components/skeleton.tsx';
import type { Selection } from '../document/selection.ts';
import { texts } from '../texts.ts';
import { edgeTraffic, type TrafficReports } from './edge-traffic.ts';
import { EndNode } from './end-node.tsx';
import { firstViewport } from './first-viewport.ts';
import { type FlowNode, flowEdges, flowNodes } from './flow-elements.ts';
import { GraphContext } from './graph-context.ts';
import { END_KEY, graphModel } from './graph-model.ts';
import { kindLook } from './kind-look.ts';
import type { Direction } from './layout-graph.ts';
import { RouteEdge, type RouteEdgeType } from './route-edge.tsx';
import type { RunProgress } from './run-progress.ts';
import { StepNode } from './step-node.tsx';
import { type LaidOut, useLayout } from './use-layout.ts';

const nodeTypes = { step: StepNode, missing: StepNode, end: EndNode };
const edgeTypes = { route: RouteEdge };
const noProblems: readonly Problem[] = [];
const MANY_NODES = 60;
/** A short drag must not make a loop; the panel can. */
const isBetweenTwo = ({ source, target }: { source: string; target: string }) => source !== target;

export interface GraphViewProps {
  /** Read aloud as the name of the picture. */
  label: string;
  /** A definition, or a draft of one that may still be wrong. */
  definition: unknown;
  /** By default the one that shows the picture larger. */
  direction?: Direction;
  /** What a run has done; the picture is live when it changes. */
  progress?: RunProgress | undefined;
  /** What all runs have done, by the width of the lines. */
  traffic?: TrafficReports | undefined;
  minimap?: boolean;
  selected?: Selection | undefined;
  onSelect?: (selection: Selection | undefined) => void;
  /** Makes the nodes connectable: from and to are places in `nodes`, `null` is the end. */
  onConnect?: (from: number, to: number | null) => void;
  problemsOf?: (selection: Selection) => readonly Problem[];
  children?: ReactNode;
}

/** A workflow as a picture, live when it is given the progress of a run. */
export function GraphView(props: GraphViewProps) {
  const { definition, direction } = props;
  const frame = useRef<HTMLElement>(null);
  const kinds = useKinds();
  const model = useMemo(() => graphModel(definition, kinds), [definition, kinds]);
  const { laidOut, error } = useLayout(model, direction, frame);
  return (
    <section ref={frame} aria-label={props.label} className="h-full w-full">
      {laidOut !== undefined && <Picture {...props} laidOut={laidOut} frame={frame} />}
      {laidOut === undefined &&
        (error === undefined ? <SkeletonRows rows={3} /> : <ErrorState error={error} />)}
    </section>
  );
}

interface PictureProps extends GraphViewProps {
  laidOut: LaidOut;
  frame: RefObject<HTMLElement | null>;
}

function Picture({ laidOut, frame, ...props }: PictureProps) {
  const { selected, onSelect, onConnect, problemsOf, traffic, minimap, children } = props;
  const { nodes, edges } = useElements(laidOut, props.progress);
  const { fit, onInit } = useFit(laidOut, frame);
  const scene = useMemo(
    () => ({
      direction: laidOut.direction,
      selected,
      onSelect,
      canConnect: onConnect !== undefined,
      problemsOf: problemsOf ?? (() => noProblems),
      traffic: traffic && edgeTraffic(laidOut.model, traffic),
    }),
    [laidOut, selected, onSelect, onConnect, problemsOf, traffic],
  );
  const indexOf = (key: string) => laidOut.model.nodes.find((node) => node.key === key)?.index ?? -1;
  return (
    <GraphContext value={scene}>
      <ReactFlow<FlowNode, RouteEdgeType>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={onInit}
        minZoom={0.08}
        maxZoom={2}
        nodesDraggable={false}
        isValidConnection={isBetweenTwo}
        nodesConnectable={onConnect !== undefined}
        edgesFocusable={false}
        deleteKeyCode={null}
        onlyRenderVisibleElements={nodes.length > MANY_NODES}
        onNodeClick={(_event, node) => select(onSelect, node.type === 'step' ? node.data.node.index : -1)}
        onEdgeClick={(_event, edge) => selectEdge(onSelect, edge)}
        onPaneClick={() => onSelect?.(undefined)}
        onNodesChange={(changes) => selectByKey(onSelect, changes, indexOf)}
        onConnect={({ source, target }) =>
          onConnect?.(indexOf(source), target === END_KEY ? null : indexOf(target))
        }
      >
        <Background variant={BackgroundVariant.Dots} gap={18} size={1.2} />
        <Controls
          showInteractive={false}
          aria-label={texts.graph.controls}
          {...(nodes.length <= MANY_NODES && { onFitView: fit })}
        />
        {minimap === true && (
          <MiniMap pannable zoomable ariaLabel={texts.graph.minimap} nodeColor={miniColour} />
        )}
        {children}
      </ReactFlow>
    </GraphContext>
  );
}

function select(onSelect: GraphViewProps['onSelect'], index: number): void {
  if (index >= 0) onSelect?.({ type: 'node', index });
}

/** Enter on a node; the mouse is heard by `onNodeClick`. */
function selectByKey(
  onSelect: GraphViewProps['onSelect'],
  changes: readonly NodeChange<FlowNode>[],
  indexOf: (key: string) => number,
): void {
  for (const change of changes)
    if (change.type === 'select' && change.selected) select(onSelect, indexOf(change.id));
}

function selectEdge(onSelect: GraphViewProps['onSelect'], edge: RouteEdgeType): void {
  const [part] = edge.data?.edge.parts ?? [];
  if (part) onSelect?.({ type: 'edge', index: part.index });
}

const miniColour = (node: FlowNode) =>
  node.type === 'step' ? kindLook(node.data.node.kind).colour : 'var(--line-strong)';

/** Boxes and lines, made anew only when something they show has changed. */
function useElements(laidOut: LaidOut, progress: RunProgress | undefined) {
  const { activeNode, visits, taken, failedNode, status } = progress ?? {};
  return useMemo(() => {
    const shown =
      visits && taken && status
        ? {
            activeNode: activeNode ?? null,
            visits,
            taken,
            failedNode: failedNode ?? null,
            status,
          }
        : undefined;
    return { nodes: flowNodes(laidOut, shown), edges: flowEdges(laidOut, shown) };
  }, [laidOut, activeNode, visits, taken, failedNode, status]);
}

/** Shows the picture again when its boxes came or went, or it turned. */
function useFit(laidOut: LaidOut, frame: RefObject<HTMLElement | null>) {
  const flow = useRef<ReactFlowInstance<FlowNode, RouteEdgeType>>(undefined);
  const fit = (duration: number) => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
    if (width > 0) void flow.current?.setViewport(firstViewport(laidOut, { width, height }), { duration });
  };
  const fitAgain = useEffectEvent(() => fit(220));
  const shape = `${laidOut.model.nodes.length} ${laidOut.direction}`;
  useEffect(() => {
    if (shape !== '') fitAgain();
  }, [shape]);
  return {
    fit: () => fit(220),
    onInit: (instance: ReactFlowInstance<FlowNode, RouteEdgeType>) => {
      flow.current = instance;
      fit(0);
    },
  };
}
