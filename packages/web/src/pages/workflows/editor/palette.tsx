import { Plus } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { texts } from '../../../texts.ts';
import { useKindItems } from './canvas-menus.tsx';

/** Adds a node of any kind there is. */
export function Palette({ disabled, onAdd }: { disabled: boolean; onAdd: (nodeType: string) => void }) {
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" disabled={disabled} icon={<Plus aria-hidden />}>
          {texts.workflows.editor.addNode}
        </Button>
      }
      items={useKindItems(onAdd)}
    />
  );
}
