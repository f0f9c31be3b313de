import type { Difference } from './first-difference.ts';

/** Where a replay first did something else than the run that was recorded. */
export interface Divergence extends Difference {
  /**
   * `request`: it asked a model something else. `event`: it told something else. `missing`: it asked for what the
   * recording does not have.
   */
  kind: 'request' | 'event' | 'missing';
  /** The visit that it happened in, counted from 1 over the whole run. */
  visit: number;
  /** Name of the node; `null` for the run as a whole. */
  node: string | null;
  /** Number of the event that was due. */
  seq: number;
  /** In a sentence. */
  message: string;
}
