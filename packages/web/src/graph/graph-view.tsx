import { useKinds } from '../api/kinds.ts';
import './graph.css';
import type { Problem } from '@cadence/contracts';
import {
  Background,
  BackgroundVariant,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useOnViewportChange,
} from '@xyflow/react';
import { type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { SkeletonRows } from '../components/skeleton.tsx';
import type { Selection } from '../document/selection.ts';
import { texts } from '../texts.ts';
import { edgeTraffic, type TrafficReports } from './edge-traffic.ts';
import { EndNode } from './end-node.tsx';
import { type FlowNode, flowEdges, flowNodes } from './flow-elements.ts';
import { foldTools } from './fold-tools.ts';
import { GraphContext } from './graph-context.ts';
import { END_KEY, graphModel } from './graph-model.ts';
import { GraphTools } from './graph-tools.tsx';
import { groupAgents } from './group-agents.ts';
import { namesIn } from './group-cells.ts';
import { GroupNode } from './group-node.tsx';
import { kindLook } from './kind-look.ts';
import type { Direction } from './layout-graph.ts';
import { focusOf, type ShownProgress } from './node-state.ts';
import { RouteEdge, type RouteEdgeType } from './route-edge.tsx';
import { noProgress, type RunProgress } from './run-progress.ts';
import { StepNode } from './step-node.tsx';
import { type LaidOut, useLayout } from './use-layout.ts';
import { useViewport } from './use-viewport.ts';

const nodeTypes = { step: StepNode, missing: StepNode, end: EndNode, agents: GroupNode };
const edgeTypes = { route: RouteEdge };
const noProblems: readonly Problem[] = [];
const noneOpened: ReadonlySet<string> = new Set();
const MANY_NODES = 60;
/** Beyond, there is room for names only. */
const FAR = 0.92;
/** A short drag must not make a loop; the panel can. */
const isBetweenTwo = ({ source, target }: { source: string; target: string }) => source !== target;

export interface GraphViewProps {
  /** Read aloud as the name of the picture. */
  label: string;
  /** A definition, or a draft of one that may still be wrong. */
  definition: unknown;
  /** By default the one that shows the picture larger. */
  direction?: Direction;
  /**
   * Draws agents with their tools as one box until it is opened, and agents that are alike as one with a cell for each,
   * up to so many. Without it every node is drawn.
   */
  room?: number;
  /** The run that is drawn; another one is followed anew. */
  runId?: string | undefined;
  /** What a run has done; the picture is live when it changes. */
  progress?: RunProgress | undefined;
  /** Whose step is looked at, when the run is looked at step by step. */
  stepNode?: string | undefined;
  /** What all runs have done, by the width of the lines. */
  traffic?: TrafficReports | undefined;
  minimap?: boolean;
  selected?: Selection | undefined;
  onSelect?: (selection: Selection | undefined) => void;
  /** Makes the nodes connectable: from and to are places in `nodes`, `null` is the end. */
  onConnect?: (from: number, to: number | null) => void;
  problemsOf?: (selection: Selection) => readonly Problem[];
  /** More buttons below the picture. */
  tools?: ReactNode;
}

/** A workflow as a picture, live when it is given the progress of a run. */
export function GraphView(props: GraphViewProps) {
  const { definition, direction, room } = props;
  const frame = useRef<HTMLElement>(null);
  const kinds = useKinds();
  const folding = useFolding();
  const { opened } = folding;
  const model = useMemo(() => {
    const drawn = graphModel(definition, kinds);
    return room === undefined ? drawn : groupAgents(foldTools(drawn, opened), room, opened);
  }, [definition, kinds, room, opened]);
  const { laidOut, error } = useLayout(model, direction, frame);
  return (
    <section ref={frame} aria-label={props.label} className="flex h-full w-full flex-col">
      {laidOut !== undefined && (
        <ReactFlowProvider>
          <Picture {...props} laidOut={laidOut} frame={frame} folding={folding} />
        </ReactFlowProvider>
      )}
      {laidOut === undefined &&
        (error === undefined ? <SkeletonRows rows={3} /> : <ErrorState error={error} />)}
    </section>
  );
}

/** Which boxes are opened, by key. */
function useFolding() {
  const [opened, setOpened] = useState(noneOpened);
  const [touched, setTouched] = useState<string>();
  const onToggle = useCallback((key: string) => {
    setTouched(key);
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);
  return { opened, touched, onToggle };
}

interface PictureProps extends GraphViewProps {
  laidOut: LaidOut;
  frame: RefObject<HTMLElement | null>;
  folding: ReturnType<typeof useFolding>;
}

function Picture({ laidOut, frame, folding, ...props }: PictureProps) {
  const { selected, onSelect, onConnect, problemsOf, traffic, minimap, progress, room } = props;
  const shown = useShownProgress(progress, props.stepNode);
  const nodes = useMemo(() => flowNodes(laidOut, shown), [laidOut, shown]);
  const edges = useMemo(() => flowEdges(laidOut, shown), [laidOut, shown]);
  const focus = focusKey(nodes, shown);
  const { touched, onToggle } = folding;
  const subject = progress && (props.runId ?? '');
  const view = useViewport({ laidOut, nodes, subject, focus, touched });
  useZoomInStyle(frame);
  const scene = useMemo(
    () => ({
      direction: laidOut.direction,
      selected,
      onSelect,
      canConnect: onConnect !== undefined,
      problemsOf: problemsOf ?? (() => noProblems),
      onToggle: room === undefined ? undefined : onToggle,
      traffic: traffic && edgeTraffic(laidOut.model, traffic),
    }),
    [laidOut, selected, onSelect, onConnect, problemsOf, traffic, room, onToggle],
  );
  const indexOf = (key: string) => laidOut.model.nodes.find((node) => node.key === key)?.index ?? -1;
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
          nodesDraggable={false}
          isValidConnection={isBetweenTwo}
          nodesConnectable={onConnect !== undefined}
          edgesFocusable={false}
          deleteKeyCode={null}
          onlyRenderVisibleElements={nodes.length > MANY_NODES}
          onMoveStart={(event) => event && view.letGo()}
          onNodeClick={(_event, node) => {
            if (node.type !== 'step') return;
            if (onSelect === undefined && node.data.node.fold) onToggle(node.id);
            else select(onSelect, node.data.node.index);
          }}
          onEdgeClick={(_event, edge) => selectEdge(onSelect, edge)}
          onPaneClick={() => onSelect?.(undefined)}
          onNodesChange={(changes) => selectByKey(onSelect, changes, indexOf)}
          onConnect={({ source, target }) =>
            onConnect?.(indexOf(source), target === END_KEY ? null : indexOf(target))
          }
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

/** What is drawn of the run, made anew only when some of it has changed. */
function useShownProgress(
  progress: RunProgress | undefined,
  stepNode: string | undefined,
): ShownProgress | undefined {
  const { activeNode, visits, taken, failedNodes, stoppedNode, status, toolsAtWork } = progress ?? noProgress;
  const isShown = progress !== undefined;
  return useMemo(
    () =>
      isShown
        ? { activeNode, visits, taken, failedNodes, stoppedNode, status, toolsAtWork, stepNode }
        : undefined,
    [isShown, activeNode, visits, taken, failedNodes, stoppedNode, status, toolsAtWork, stepNode],
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

/** Words get larger as the picture gets smaller. */
function useZoomInStyle(frame: RefObject<HTMLElement | null>): void {
  useOnViewportChange({
    onChange: ({ zoom }) => {
      frame.current?.style.setProperty('--zoom', String(zoom));
      frame.current?.toggleAttribute('data-far', zoom < FAR);
    },
  });
}
