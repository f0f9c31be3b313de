import type { Draft } from '../../../document/read-draft.ts';
import type { Selection } from '../../../document/selection.ts';
import type { PlacedProblem } from './use-checked-document.ts';

/** What is open in the panel: a node, an edge, or the workflow itself. */
export type Focus = Selection | { type: 'workflow' };

/** What a panel needs to show and change the document. */
export interface Editing {
  text: string;
  draft: Draft;
  problems: readonly PlacedProblem[];
  readOnly: boolean;
  edit: (text: string) => void;
  focus: (focus: Focus | undefined) => void;
}
