import { type RefObject, useEffect, useEffectEvent } from 'react';
import { readCopied } from '../../../document/copied-nodes.ts';
import { END_KEY } from '../../../graph/box-keys.ts';
import { arrows, nextBox } from '../../../graph/next-box.ts';
import type { GraphHandle } from '../../../graph/use-graph-handle.ts';
import { canvasTexts } from './canvas-texts.ts';
import type { CanvasActions } from './use-canvas-actions.ts';
import type { EditorState } from './use-editor.ts';

const STEP = 12;

export interface CanvasKeys {
  editor: EditorState;
  actions: CanvasActions;
  graph: RefObject<GraphHandle | null>;
  frame: RefObject<HTMLElement | null>;
  canEdit: boolean;
  say: (what: string) => void;
  /** Ask for a kind of node, or for what an edge leads to. */
  askKind: () => void;
  askTarget: (key: string) => void;
  openInspector: (key: string) => void;
}

/** Everything on the canvas by keys. None of them is heard while somebody types, or where they are elsewhere. */
export function useCanvasKeys(keys: CanvasKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    const isDone = withControl(event)
      ? pressWithControl(keys, event)
      : isOnCanvas(keys, event.target) && pressAlone(keys, event);
    if (isDone) event.preventDefault();
  });
  const clip = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target) || !isOnCanvas(keys, event.target) || String(getSelection()) !== '') return;
    const isDone = event.type === 'paste' ? pasteFrom(keys, event) : copyTo(keys, event);
    if (isDone) event.preventDefault();
  });
  useEffect(() => {
    const { signal, abort } = controller();
    addEventListener('keydown', (event) => press(event), { signal });
    for (const type of ['copy', 'cut', 'paste'] as const)
      document.addEventListener(type, (event) => clip(event), { signal });
    return abort;
  }, []);
}

function controller() {
  const made = new AbortController();
  return { signal: made.signal, abort: () => made.abort() };
}

function pressWithControl(
  { editor, actions, canEdit, say, ...keys }: CanvasKeys,
  event: KeyboardEvent,
): boolean {
  const key = event.key.toLowerCase();
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
  if (isRedo || key === 'z') {
    const [turn, word] = isRedo
      ? [editor.redo, canvasTexts.said.redone]
      : [editor.undo, canvasTexts.said.undone];
    if (!canEdit || !turn) return false;
    turn();
    say(word);
    return true;
  }
  if (!isOnCanvas(keys, event.target)) return false;
  if (key === 'a') actions.chooseAll();
  else if (key === 'd' && canEdit) actions.duplicate(meant({ editor }, event.target));
  else return false;
  return true;
}

function pressAlone(keys: CanvasKeys, event: KeyboardEvent): boolean {
  const { editor, actions, graph, canEdit } = keys;
  const focused = boxAt(event.target);
  const way = Object.entries(arrows).find(([key]) => key === event.key)?.[1];
  if (way) return goOrMove(keys, event, focused, way);
  switch (event.key) {
    case '+':
    case '=':
      graph.current?.zoomIn();
      return true;
    case '-':
      graph.current?.zoomOut();
      return true;
    case '0':
      graph.current?.fit();
      return true;
    case 'Escape':
      editor.editing.focus(undefined);
      return true;
    case 'Enter':
      if (focused === undefined || focused === END_KEY) return false;
      keys.openInspector(focused);
      return true;
    case ' ':
      if (focused === undefined || focused === END_KEY) return false;
      toggle(editor, focused, event.shiftKey);
      return true;
  }
  if (!canEdit) return false;
  switch (event.key) {
    case 'Delete':
    case 'Backspace':
      actions.remove(meant(keys, event.target));
      return true;
    case 'n':
      keys.askKind();
      return true;
    case 'e': {
      const [from] = focused === undefined ? editor.chosen : [focused];
      if (from === undefined || from === END_KEY) return false;
      keys.askTarget(from);
      return true;
    }
  }
  return false;
}

function goOrMove(
  { editor, actions, graph, canEdit }: CanvasKeys,
  event: KeyboardEvent,
  focused: string | undefined,
  way: { x: number; y: number },
): boolean {
  if (event.altKey && canEdit) {
    actions.nudge(meant({ editor }, event.target), { x: way.x * STEP, y: way.y * STEP });
    return true;
  }
  const [chosen] = editor.chosen;
  const from = focused ?? chosen;
  const model = actions.model();
  const first = model.nodes.find(({ isEntry }) => isEntry) ?? model.nodes[0];
  const next = from === undefined ? first?.key : editor.places && nextBox(model, editor.places, from, way);
  if (next !== undefined) graph.current?.focusBox(next);
  return true;
}

/** Chooses a box alone or, with Shift, one more or one less. */
function toggle({ chosen, choose }: EditorState, key: string, isMore: boolean): void {
  const after = new Set(isMore ? chosen : []);
  if (isMore && chosen.has(key)) after.delete(key);
  else after.add(key);
  choose([...after]);
}

function copyTo({ actions, canEdit, say, editor }: CanvasKeys, event: ClipboardEvent): boolean {
  const keys = meant({ editor }, event.target);
  const copied = actions.copy(keys);
  if (copied === undefined || event.clipboardData === null) return false;
  event.clipboardData.setData('text/plain', JSON.stringify(copied, null, 2));
  if (event.type === 'cut' && canEdit) {
    actions.remove(keys);
    say(canvasTexts.said.cut(copied.nodes.length));
  }
  return true;
}

function pasteFrom({ actions, canEdit }: CanvasKeys, event: ClipboardEvent): boolean {
  const copied = canEdit ? readCopied(event.clipboardData?.getData('text/plain') ?? '') : undefined;
  if (copied) actions.paste(copied);
  return copied !== undefined;
}

/** What is chosen or, when nothing is, the box that has the keyboard. */
function meant({ editor }: Pick<CanvasKeys, 'editor'>, target: EventTarget | null): ReadonlySet<string> {
  const focused = boxAt(target);
  return editor.chosen.size === 0 && editor.selected === undefined && focused !== undefined
    ? new Set([focused])
    : editor.chosen;
}

const withControl = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey;

const boxAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('.react-flow__node')?.dataset.id : undefined;

const isOnCanvas = ({ frame }: Pick<CanvasKeys, 'frame'>, target: EventTarget | null) =>
  target === document.body || (target instanceof Node && frame.current?.contains(target) === true);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role=combobox], [role=menu]') !== null);
