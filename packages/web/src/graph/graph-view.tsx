import './graph.css';
import type { Problem } from '@cadence/contracts';
import {
  Background,
  BackgroundVariant,
  Controls,
  MiniMap,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { SkeletonRows } from '../components/skeleton.tsx';
import { texts } from '../texts.ts';
import { EndNode } from './end-node.tsx';
import { type FlowNode, flowEdges, flowNodes } from './flow-elements.ts';
import { GraphContext } from './graph-context.ts';
import { END_KEY, graphModel } from './graph-model.ts';
import { familyColour } from './kind-look.ts';
import type { Direction } from './layout-graph.ts';
import { RouteEdge, type RouteEdgeType } from './route-edge.tsx';
import type { RunProgress } from './run-progress.ts';
import type { Selection } from './selection.ts';
import { StepNode } from './step-node.tsx';
import { type LaidOut, useLayout } from './use-layout.ts';

const nodeTypes = { step: StepNode, missing: StepNode, end: EndNode };
const edgeTypes = { route: RouteEdge };
const noProblems: readonly Problem[] = [];
const MANY_NODES = 60;

export interface GraphViewProps {
  /** Read aloud as the name of the picture. */
  label: string;
  /** A definition, or a draft of one that may still be wrong. */
  definition: unknown;
  direction?: Direction;
  /** What a run has done; the picture is live when it changes. */
  progress?: RunProgress | undefined;
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
  const { definition, direction = 'RIGHT' } = props;
  const model = useMemo(() => graphModel(definition), [definition]);
  const { laidOut, error } = useLayout(model, direction);
  if (error !== undefined && laidOut === undefined) return <ErrorState error={error} />;
  if (laidOut === undefined) return <SkeletonRows rows={3} />;
  return <Picture {...props} laidOut={laidOut} />;
}

function Picture({ laidOut, ...props }: GraphViewProps & { laidOut: LaidOut }) {
  const { label, selected, onSelect, onConnect, problemsOf, minimap, children } = props;
  const { nodes, edges } = useElements(laidOut, props.progress);
  const fit = useFit(laidOut);
  const scene = useMemo(
    () => ({
      direction: laidOut.direction,
      selected,
      onSelect,
      canConnect: onConnect !== undefined,
      problemsOf: problemsOf ?? (() => noProblems),
    }),
    [laidOut.direction, selected, onSelect, onConnect, problemsOf],
  );
  const indexOf = (key: string) => laidOut.model.nodes.find((node) => node.key === key)?.index ?? -1;
  return (
    <section aria-label={label} className="h-full w-full">
      <GraphContext value={scene}>
        <ReactFlow<FlowNode, RouteEdgeType>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onInit={fit.onInit}
          fitView
          fitViewOptions={{ padding: 0.12, maxZoom: 1.1 }}
          minZoom={0.08}
          maxZoom={2}
          nodesDraggable={false}
          nodesConnectable={onConnect !== undefined}
          edgesFocusable={false}
          deleteKeyCode={null}
          onlyRenderVisibleElements={nodes.length > MANY_NODES}
          onNodeClick={(_event, node) => select(onSelect, node.type === 'step' ? node.data.node.index : -1)}
          onEdgeClick={(_event, edge) => selectEdge(onSelect, edge)}
          onPaneClick={() => onSelect?.(undefined)}
          onSelectionChange={({ nodes: [chosen] }) => {
            if (chosen?.type === 'step') select(onSelect, chosen.data.node.index);
          }}
          onConnect={({ source, target }) =>
            onConnect?.(indexOf(source), target === END_KEY ? null : indexOf(target))
          }
        >
          <Background variant={BackgroundVariant.Dots} gap={18} size={1.2} />
          <Controls showInteractive={false} aria-label={texts.graph.controls} />
          {minimap === true && (
            <MiniMap pannable zoomable ariaLabel={texts.graph.minimap} nodeColor={miniColour} />
          )}
          {children}
        </ReactFlow>
      </GraphContext>
    </section>
  );
}

function select(onSelect: GraphViewProps['onSelect'], index: number): void {
  if (index >= 0) onSelect?.({ type: 'node', index });
}

function selectEdge(onSelect: GraphViewProps['onSelect'], edge: RouteEdgeType): void {
  const [part] = edge.data?.edge.parts ?? [];
  if (part) onSelect?.({ type: 'edge', index: part.index });
}

const miniColour = (node: FlowNode) =>
  node.type === 'step' ? familyColour(node.data.node.family) : 'var(--line-strong)';

/** Boxes and lines, made anew only when something they show has changed. */
function useElements(laidOut: LaidOut, progress: RunProgress | undefined) {
  const { activeNode, visits, taken, failedNode, status, lastRoute } = progress ?? {};
  return useMemo(() => {
    const shown =
      visits && taken && status
        ? {
            activeNode: activeNode ?? null,
            visits,
            taken,
            failedNode: failedNode ?? null,
            status,
            lastRoute: lastRoute ?? null,
          }
        : undefined;
    return { nodes: flowNodes(laidOut, shown), edges: flowEdges(laidOut, shown) };
  }, [laidOut, activeNode, visits, taken, failedNode, status, lastRoute]);
}

/** Shows the whole picture again when boxes came or went. */
function useFit(laidOut: LaidOut) {
  const flow = useRef<ReactFlowInstance<FlowNode, RouteEdgeType>>(undefined);
  const count = laidOut.model.nodes.length;
  useEffect(() => {
    if (count > 0) void flow.current?.fitView({ padding: 0.12, maxZoom: 1.1, duration: 220 });
  }, [count]);
  return {
    onInit: (instance: ReactFlowInstance<FlowNode, RouteEdgeType>) => {
      flow.current = instance;
    },
  };
}
