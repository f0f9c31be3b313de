import type { JsonValue, Problem } from '@cadence-agents/contracts';
import type { PathSegments } from '../check/document-path.ts';
import type { Draft } from '../check/draft.ts';

/** One change of a document. `append` makes the list where there is none. */
export type Edit =
  | { type: 'set'; path: PathSegments; value: JsonValue }
  | { type: 'append'; path: PathSegments; value: JsonValue }
  | { type: 'remove'; path: PathSegments };

/** A way to mend a problem: the edits are made one after the other. */
export interface Fix {
  /** What it does, for the person who chooses it. */
  title: string;
  edits: readonly Edit[];
}

/** A problem and what a fix for it may look at. */
export interface Trouble {
  readonly problem: Problem;
  /** Where the problem is. */
  readonly at: PathSegments;
  readonly draft: Draft;
}

/** Ways to mend a problem, the likeliest first. Whether they do is found out by trying. */
export type Offer = (trouble: Trouble) => Iterable<Fix>;
