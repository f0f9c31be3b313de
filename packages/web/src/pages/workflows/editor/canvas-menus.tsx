import { Plus } from 'lucide-react';
import { useKinds } from '../../../api/kinds.ts';
import type { MenuItem } from '../../../components/menu.tsx';
import { PointMenu } from '../../../components/point-menu.tsx';
import type { Draft } from '../../../document/read-draft.ts';
import { EndIcon } from '../../../graph/end-node.tsx';
import { kindLook } from '../../../graph/kind-look.ts';
import type { Point } from '../../../graph/rounded-path.ts';
import { texts } from '../../../texts.ts';
import { canvasTexts as words } from './canvas-texts.ts';
import type { CanvasActions } from './use-canvas-actions.ts';

/** What is asked on the canvas: a kind of node, at a place and perhaps at the end of an edge, or what an edge leads to. */
export type CanvasQuestion =
  | { asks: 'kind'; screen: Point; at?: Point; from?: number }
  | { asks: 'target'; screen: Point; from: number };

export interface CanvasMenusProps {
  question: CanvasQuestion | undefined;
  draft: Draft;
  actions: CanvasActions;
  ask: (question: CanvasQuestion | undefined) => void;
}

export function CanvasMenus({ question, draft, actions, ask }: CanvasMenusProps) {
  const kinds = useKindItems((type) => {
    if (question?.asks === 'kind') actions.add(type, question.at, question.from);
  });
  if (question === undefined) return null;
  const close = () => ask(undefined);
  if (question.asks === 'kind') {
    const label = question.at ? words.addHere : words.addNode;
    return <PointMenu label={label} at={question.screen} items={kinds} onClose={close} />;
  }
  const { from, screen } = question;
  const items: MenuItem[] = [
    ...draft.nodes.map((node, to) => ({
      id: `node ${to}`,
      label: node.nodeName ?? node.id ?? '',
      onSelect: () => actions.connect(from, to),
    })),
    { id: 'end', label: texts.graph.end, icon: <EndIcon />, onSelect: () => actions.connect(from, null) },
    {
      id: 'new',
      label: words.newNode,
      icon: <Plus aria-hidden />,
      onSelect: () => ask({ asks: 'kind', screen, from }),
    },
  ];
  const name = draft.nodes[from]?.nodeName ?? draft.nodes[from]?.id ?? '';
  return <PointMenu label={words.drawFrom(name)} at={screen} items={items} onClose={close} />;
}

/** A node of any kind there is. */
export function useKindItems(onSelect: (nodeType: string) => void): MenuItem[] {
  return useKinds().list.map((kind) => {
    const { Icon, colour } = kindLook(kind);
    return {
      id: kind.type,
      label: kind.title,
      description: kind.summary,
      icon: <Icon aria-hidden style={{ color: colour }} />,
      onSelect: () => onSelect(kind.type),
    };
  });
}
