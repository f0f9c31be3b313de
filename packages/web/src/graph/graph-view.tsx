import { useKinds } from '../api/kinds.ts';
import './graph.css';
import { ReactFlowProvider } from '@xyflow/react';
import { memo, useMemo, useRef } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { SkeletonRows } from '../components/skeleton.tsx';
import { foldTools } from './fold-tools.ts';
import { graphModel } from './graph-model.ts';
import type { GraphViewProps } from './graph-view-props.ts';
import { groupAgents } from './group-agents.ts';
import { MarkingsContext, noMarks } from './markings.ts';
import { Picture } from './picture.tsx';
import { useFolding } from './use-folding.ts';
import { useLayout } from './use-layout.ts';

/** A workflow as a picture, live when it is given the progress of a run. */
export const GraphView = memo(function GraphView(props: GraphViewProps) {
  const { definition, places, direction, room } = props;
  const frame = useRef<HTMLElement>(null);
  const kinds = useKinds();
  const folding = useFolding();
  const { opened } = folding;
  const isDrawn = props.hand !== undefined;
  const model = useMemo(() => {
    const drawn = graphModel(definition, kinds, isDrawn);
    return room === undefined ? drawn : groupAgents(foldTools(drawn, opened), room, opened);
  }, [definition, kinds, room, opened, isDrawn]);
  const { laidOut, error } = useLayout(model, places, direction, frame);
  return (
    <section ref={frame} aria-label={props.label} className="flex h-full w-full flex-col">
      {laidOut !== undefined && (
        <ReactFlowProvider>
          <MarkingsContext value={props.marks ?? noMarks}>
            <Picture {...props} laidOut={laidOut} frame={frame} folding={folding} />
          </MarkingsContext>
        </ReactFlowProvider>
      )}
      {laidOut === undefined &&
        (error === undefined ? <SkeletonRows rows={3} /> : <ErrorState error={error} />)}
    </section>
  );
});
