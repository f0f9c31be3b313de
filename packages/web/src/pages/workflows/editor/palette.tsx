import { nodeKinds } from '@cadence/workflow';
import { Plus } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { familyColour, kindIcon } from '../../../graph/kind-look.ts';
import { texts } from '../../../texts.ts';

/** Adds a node of any kind there is. */
export function Palette({ disabled, onAdd }: { disabled: boolean; onAdd: (nodeType: string) => void }) {
  const items = nodeKinds.map((kind) => {
    const Icon = kindIcon(kind.nodeType);
    return {
      id: kind.nodeType,
      label: kind.title,
      description: kind.summary,
      icon: <Icon aria-hidden style={{ color: familyColour(kind.family) }} />,
      onSelect: () => onAdd(kind.nodeType),
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
