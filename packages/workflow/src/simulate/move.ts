import { z } from 'zod';

/** What whoever decides at a node does there: a model, a person, or nobody. */
export const deedSchema = z.enum([
  /** A model answers in words. */
  'says',
  /** A model hands over by a label, with the tool `route`, without a word. */
  'routes',
  /** The same, with words. */
  'routesSaying',
  /** A model closes the conversation with the tool `end`. */
  'ends',
  /** A model returns to the coordinator with the tool `back`. */
  'goesBack',
  /** A model calls tools. */
  'calls',
  /** A model calls what does not exist, twice. */
  'blunders',
  /** A model fails. */
  'fails',
  /** A coordinator sends an agent off, or finalises. */
  'sends',
  /** A planner plans calls. */
  'plans',
  /** A planner needs no tools. */
  'skips',
  /** A verifier's verdict. */
  'judges',
  /** A message is refused. */
  'refuses',
  /** A person answers a hand-off. */
  'answers',
  /** A person approves tool calls. */
  'approves',
  /** A person declines them. */
  'declines',
  /** A node whose kind a plugin brings returns a label. */
  'returns',
  /** Nobody decides anything. */
  'works',
]);
export type Deed = z.infer<typeof deedSchema>;

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
