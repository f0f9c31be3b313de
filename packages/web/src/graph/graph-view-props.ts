import type { Problem } from '@cadence-agents/contracts';
import type { ReactNode, Ref } from 'react';
import type { Selection } from '../document/selection.ts';
import type { TrafficReports } from './edge-traffic.ts';
import type { Direction } from './layout-graph.ts';
import type { Markings } from './markings.ts';
import type { Places } from './places.ts';
import type { RunProgress } from './run-progress.ts';
import type { DrawingHand } from './use-drawing.ts';
import type { GraphHandle } from './use-graph-handle.ts';

export interface GraphViewProps {
  /** Read aloud as the name of the picture. */
  label: string;
  /** A definition, or a draft of one that may still be wrong. */
  definition: unknown;
  /** Where its boxes are kept; laid out where one of them has no place. */
  places?: Places | undefined;
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
  /** Keys of boxes that are chosen. */
  chosen?: ReadonlySet<string>;
  onSelect?: (selection: Selection | undefined) => void;
  /** What can be done with the picture by hand; absent where it is only looked at. */
  hand?: DrawingHand | undefined;
  problemsOf?: (selection: Selection) => readonly Problem[];
  /** What else is to be known of nodes and edges. */
  marks?: Markings;
  /** To move what is seen of it from outside. */
  handle?: Ref<GraphHandle>;
  /** More buttons below the picture. */
  tools?: ReactNode;
}
