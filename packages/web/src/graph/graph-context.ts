import type { Problem } from '@cadence-agents/contracts';
import { createContext } from 'react';
import type { Selection } from '../document/selection.ts';
import type { EdgeTraffic } from './edge-traffic.ts';

/** What every box and line of one picture needs to know. */
export interface GraphScene {
  direction: 'RIGHT' | 'DOWN';
  onSelect: ((selection: Selection | undefined) => void) | undefined;
  canConnect: boolean;
  problemsOf: (selection: Selection) => readonly Problem[];
  /** Opens a box, by its key, or folds it again; absent where everything is drawn. */
  onToggle: ((key: string) => void) | undefined;
  /** By the key of the line; absent where it is not shown. */
  traffic: ReadonlyMap<string, EdgeTraffic> | undefined;
}

export const GraphContext = createContext<GraphScene>({
  direction: 'RIGHT',
  onSelect: undefined,
  canConnect: false,
  problemsOf: () => [],
  onToggle: undefined,
  traffic: undefined,
});
