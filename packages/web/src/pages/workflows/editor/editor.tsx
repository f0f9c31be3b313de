import { Workflow } from 'lucide-react';
import { useRef, useState } from 'react';
import { Resizable } from '../../../components/resizable.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useMedia } from '../../../components/use-media.ts';
import type { GraphHandle } from '../../../graph/use-graph-handle.ts';
import { Canvas } from './canvas.tsx';
import { frameTexts as words } from './frame-texts.ts';
import { ProblemList } from './problem-list.tsx';
import { type SideTabsProps, sideTabs } from './side-tabs.tsx';
import { useCanvasActions } from './use-canvas-actions.ts';
import { CANVAS_TAB, EDIT_TAB } from './use-choice.ts';
import { useKeepPlaces } from './use-keep-places.ts';
import { useLeaveSide } from './use-leave-side.ts';

/** The canvas with its side docked to the right of it; one column of tabs where there is no room for both. */
export function Editor(props: Omit<SideTabsProps, 'actions'>) {
  const { id, editor } = props;
  const { tab, showTab } = editor;
  const isWide = useMedia('(min-width: 64rem)');
  const graph = useRef<GraphHandle>(null);
  const side = useRef<HTMLDivElement>(null);
  const [said, say] = useState('');
  const actions = useCanvasActions(editor, graph, say);
  useLeaveSide(editor, side, graph);
  useKeepPlaces(id, editor, !props.readOnly);
  const openSide = () =>
    side.current
      ?.querySelector<HTMLElement>(
        '[role=tabpanel][data-state=active] :is(input, textarea, [role=combobox]):enabled',
      )
      ?.focus();
  const canvas = <Canvas {...{ id, editor, actions, graph, say }} onOpen={openSide} />;
  const onCanvas = { id: CANVAS_TAB, label: words.tabs.canvas, icon: <Workflow aria-hidden /> };
  const tabs = sideTabs({ ...props, actions });
  const tabbed = (
    <div ref={side} className="flex h-full min-h-0 flex-col bg-surface">
      <div className="min-h-0 flex-1">
        <Tabs
          fill
          label={words.side}
          tabs={isWide ? tabs : [{ ...onCanvas, content: canvas, keep: true }, ...tabs]}
          value={isWide && tab === CANVAS_TAB ? EDIT_TAB : tab}
          onChange={showTab}
        />
      </div>
      <ProblemList editing={editor.editing} onShow={editor.showProblem} />
    </div>
  );
  return (
    <div className="flex h-full min-h-0">
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {isWide ? (
        <>
          <div className="min-h-0 min-w-80 flex-1">{canvas}</div>
          <Resizable
            name="editor"
            label={words.side}
            edge="left"
            start={400}
            min={300}
            max={760}
            className="border-l"
          >
            {tabbed}
          </Resizable>
        </>
      ) : (
        <div className="min-w-0 flex-1">{tabbed}</div>
      )}
    </div>
  );
}
