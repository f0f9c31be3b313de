import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo, use } from 'react';
import { cx } from '../components/cx.ts';
import { texts } from '../texts.ts';
import { EdgeLabel } from './edge-label.tsx';
import { GraphContext } from './graph-context.ts';
import type { GraphEdge } from './graph-model.ts';
import { MarkingsContext } from './markings.ts';
import type { EdgeRoute } from './read-layout.ts';
import { roundedPath } from './rounded-path.ts';
import { TrafficLine } from './traffic-line.tsx';

export type RouteEdgeType = Edge<
  {
    edge: GraphEdge;
    route: EdgeRoute;
    times: number;
    isLatest: boolean;
    takenLabels: readonly (string | null)[];
    /** Place in the definition of the one of its edges that is chosen. */
    selected?: number | undefined;
  },
  'route'
>;

/** A line along the way that the layout found, with a label for each edge of the definition. */
export const RouteEdge = memo(function RouteEdge({ data, markerEnd }: EdgeProps<RouteEdgeType>) {
  const { problemsOf, traffic } = use(GraphContext);
  const marks = use(MarkingsContext).edges;
  if (data === undefined) return null;
  const { edge, route, times, isLatest, takenLabels, selected } = data;
  const path = roundedPath(route.points);
  const passed = traffic?.get(edge.key);
  const isWrong = edge.parts.some(({ index }) => problemsOf({ type: 'edge', index }).length > 0);
  const mark = edge.parts.map(({ index }) => marks.get(index)).find((each) => each !== undefined);
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={16}
        {...(markerEnd !== undefined && { markerEnd })}
        className={cx(
          'graph-edge',
          selected !== undefined && 'is-selected',
          isWrong && 'is-wrong',
          passed && 'is-under',
          mark && `is-${mark}`,
        )}
      />
      {passed && <TrafficLine path={path} traffic={passed} />}
      {times > 0 && passed === undefined && (
        // A new key at every pass makes the line draw itself again.
        <path
          key={times}
          d={path}
          pathLength={1}
          className={cx('graph-edge-taken', isLatest && 'is-latest')}
        />
      )}
      {route.label !== undefined && (
        <EdgeLabelRenderer>
          <div
            className="nodrag nopan absolute flex flex-col items-center gap-0.5"
            style={{
              transform: `translate(-50%, -50%) translate(${route.label.x}px, ${route.label.y}px)`,
              // A line that is chosen is drawn above everything, with all of its words.
              ...(selected === undefined ? { maxWidth: route.labelRoom } : { zIndex: 1_001 }),
            }}
          >
            {edge.labelled.map((part) => (
              <EdgeLabel
                key={part.index}
                part={part}
                isTaken={takenLabels.includes(part.label)}
                isSelected={part.index === selected}
              />
            ))}
            {times > 1 && <span className="sr-only">{texts.graph.taken(times)}</span>}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
