import { Braces, FlaskConical, ShieldCheck, SquarePen } from 'lucide-react';
import type { Tab } from '../../../components/tabs.tsx';
import { ProofTab } from '../proof/proof-tab.tsx';
import { proofTexts } from '../proof/proof-texts.ts';
import type { TriedDraft } from '../try/tried-draft.ts';
import { TryTab } from '../try/try-tab.tsx';
import { tryTexts } from '../try/try-texts.ts';
import { frameTexts } from './frame-texts.ts';
import { Inspector } from './inspector.tsx';
import { JsonPane } from './json-pane.tsx';
import type { CanvasActions } from './use-canvas-actions.ts';
import type { EditorState } from './use-editor.ts';

const words = frameTexts.tabs;

export interface SideTabsProps {
  /** Of the stored workflow. */
  id: string;
  editor: EditorState;
  readOnly: boolean;
  actions: CanvasActions;
}

/** What stands beside the canvas, one at a time. */
export const sideTabs = ({ id, editor, readOnly, actions }: SideTabsProps): Tab[] => [
  {
    id: 'edit',
    label: words.edit,
    icon: <SquarePen aria-hidden />,
    content: <Inspector editor={editor} actions={actions} />,
  },
  {
    id: 'try',
    label: tryTexts.tab,
    icon: <FlaskConical aria-hidden />,
    content: <TryTab tried={triedIn(editor)} />,
    keep: true,
  },
  {
    id: 'proof',
    label: proofTexts.tab,
    icon: <ShieldCheck aria-hidden />,
    content: <ProofTab id={id} tried={triedIn(editor)} />,
    keep: true,
  },
  {
    id: 'json',
    label: words.json,
    icon: <Braces aria-hidden />,
    content: <JsonPane editor={editor} readOnly={readOnly} />,
  },
];

const triedIn = ({ checked, editing }: EditorState): TriedDraft => ({
  ...{ document: checked.document, isJson: checked.isJson, draft: editing.draft },
  ...{ problems: editing.problems, certificate: checked.latest.certificate },
});
