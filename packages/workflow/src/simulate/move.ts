import type { Deed } from '@cadence-agents/contracts';

/** One way in which a visit can go, and what it does to the run. */
export interface Move {
  readonly deed: Deed;
  /** The label that the node returns. */
  readonly label: string | null;
  /** What the deed names, where that is not the label. */
  readonly choice?: string | null;
  /** Tool calls that this visit asks for. */
  readonly calls?: readonly string[];
  /** Tools that this visit carries out. */
  readonly runs?: readonly string[];
  /** There are words for the user. */
  readonly says?: boolean;
  /** What was said before is not the whole answer any more. */
  readonly unsays?: boolean;
  /** A message takes the place of calls that were never carried out. */
  readonly settles?: boolean;
  /** A person has answered: the counters start anew. */
  readonly personAnswered?: boolean;
  readonly callerIsHere?: boolean;
  readonly goto?: string | null;
  readonly plan?: { by: string; handedOut: number } | null;
  readonly replans?: number;
}
