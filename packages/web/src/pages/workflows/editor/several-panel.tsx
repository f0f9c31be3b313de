import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  CopyPlus,
  SquareDashedMousePointer,
  Trash2,
} from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import type { Alignment } from '../../../graph/align-boxes.ts';
import { texts } from '../../../texts.ts';
import { canvasTexts as words } from './canvas-texts.ts';
import { Panel } from './panel.tsx';
import type { CanvasActions } from './use-canvas-actions.ts';
import type { EditorState } from './use-editor.ts';

const alignments: readonly { how: Alignment; Icon: typeof AlignStartVertical }[] = [
  { how: 'left', Icon: AlignStartVertical },
  { how: 'centre', Icon: AlignCenterVertical },
  { how: 'top', Icon: AlignStartHorizontal },
  { how: 'middle', Icon: AlignCenterHorizontal },
  { how: 'across', Icon: AlignHorizontalSpaceAround },
  { how: 'down', Icon: AlignVerticalSpaceAround },
];

/** What can be done with several nodes at once. */
export function SeveralPanel({ editor, actions }: { editor: EditorState; actions: CanvasActions }) {
  const { chosen, editing } = editor;
  return (
    <Panel
      title={words.chosen(chosen.size)}
      icon={<SquareDashedMousePointer aria-hidden />}
      onClose={() => editing.focus(undefined)}
    >
      <fieldset disabled={editing.readOnly} className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<CopyPlus aria-hidden />} onClick={() => actions.duplicate(chosen)}>
            {words.duplicate}
          </Button>
          <Button size="sm" icon={<Trash2 aria-hidden />} onClick={() => actions.remove(chosen)}>
            {texts.common.delete}
          </Button>
        </div>
        <h3 className="text-xs font-medium text-muted">{words.align.title}</h3>
        <div className="grid grid-cols-1 gap-1.5">
          {alignments.map(({ how, Icon }) => (
            <Button
              key={how}
              size="sm"
              className="justify-start!"
              icon={<Icon aria-hidden />}
              onClick={() => actions.align(how)}
            >
              {words.align[how]}
            </Button>
          ))}
        </div>
      </fieldset>
    </Panel>
  );
}
