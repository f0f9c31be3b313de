import { Plus } from 'lucide-react';
import { useKinds } from '../../../api/kinds.ts';
import { Button } from '../../../components/button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { kindLook } from '../../../graph/kind-look.ts';
import { texts } from '../../../texts.ts';

/** Adds a node of any kind there is. */
export function Palette({ disabled, onAdd }: { disabled: boolean; onAdd: (nodeType: string) => void }) {
  const items = useKinds().list.map((kind) => {
    const { Icon, colour } = kindLook(kind);
    return {
      id: kind.type,
      label: kind.title,
      description: kind.summary,
      icon: <Icon aria-hidden style={{ color: colour }} />,
      onSelect: () => onAdd(kind.type),
    };
  });
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" disabled={disabled} icon={<Plus aria-hidden />}>
          {texts.workflows.editor.addNode}
        </Button>
      }
      items={items}
    />
  );
}
