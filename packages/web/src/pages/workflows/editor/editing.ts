import type { Draft } from '../../../document/read-draft.ts';
import type { Selection } from '../../../document/selection.ts';
import type { Point } from '../../../graph/rounded-path.ts';
import type { PlacedProblem } from './use-checked-document.ts';
import type { Fixes } from './use-fixes.ts';

/** What a panel needs to show and change the document. */
export interface Editing {
  text: string;
  draft: Draft;
  problems: readonly PlacedProblem[];
  /** Ways to mend the problems, once they were looked for. */
  fixes: Fixes;
  readOnly: boolean;
  /** Changes the text, and where boxes stand, by their keys. */
  edit: (text: string, moved?: ReadonlyMap<string, Point>) => void;
  /** Chooses a node or an edge; nothing is the workflow itself. */
  focus: (selection: Selection | undefined) => void;
}
