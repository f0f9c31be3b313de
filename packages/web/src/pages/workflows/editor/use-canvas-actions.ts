import type { Kinds } from '@cadence-agents/workflow';
import type { RefObject } from 'react';
import { useKinds } from '../../../api/kinds.ts';
import { type CopiedNodes, copyNodes, pasteNodes, removeNodes } from '../../../document/copied-nodes.ts';
import { retargetRoute } from '../../../document/edit-routes.ts';
import { addEdge, addNode, removeEdge, setEdgeSource } from '../../../document/edit-workflow.ts';
import { readDraft } from '../../../document/read-draft.ts';
import { type Alignment, alignBoxes } from '../../../graph/align-boxes.ts';
import { END_KEY, nodeKey } from '../../../graph/box-keys.ts';
import { boxesOf } from '../../../graph/boxes-of.ts';
import { graphModel } from '../../../graph/graph-model.ts';
import { AHEAD, NODE } from '../../../graph/node-size.ts';
import { freePlace } from '../../../graph/place-nodes.ts';
import type { Point } from '../../../graph/rounded-path.ts';
import type { GraphHandle } from '../../../graph/use-graph-handle.ts';
import { texts } from '../../../texts.ts';
import { canvasTexts } from './canvas-texts.ts';
import type { EditorState } from './use-editor.ts';
import { laidOut } from './use-first-places.ts';

const said = canvasTexts.said;
const ASIDE = 36;
/** What a label takes between two boxes, beyond what is free between any two. */
const LABEL = 90;

type Keys = ReadonlySet<string>;

export type CanvasActions = ReturnType<typeof useCanvasActions>;

/** All that can be done with what is on the canvas, by mouse or keys; each is said aloud. */
export function useCanvasActions(
  editor: EditorState,
  graph: RefObject<GraphHandle | null>,
  say: (what: string) => void,
) {
  const bench = new Bench(editor, graph, useKinds());
  return {
    ...nodeActions(bench, say),
    ...edgeActions(bench, say),
    ...placeActions(bench, say),
    model: () => bench.model,
  };
}

/** What lies on the canvas, and where there is room on it. */
class Bench {
  readonly editor: EditorState;
  readonly graph: RefObject<GraphHandle | null>;
  readonly kinds: Kinds;

  constructor(editor: EditorState, graph: RefObject<GraphHandle | null>, kinds: Kinds) {
    this.editor = editor;
    this.graph = graph;
    this.kinds = kinds;
  }

  get model() {
    return graphModel(this.editor.checked.document, this.kinds, true);
  }

  get boxes() {
    const { places } = this.editor;
    return places ? boxesOf(this.model, places) : new Map();
  }

  /** Ids of nodes, by the keys of their boxes. */
  idsOf(keys: Keys): ReadonlySet<string> {
    const { nodes } = this.editor.editing.draft;
    return new Set(nodes.flatMap(({ id }) => (id !== undefined && keys.has(nodeKey(id)) ? [id] : [])));
  }

  nameOf(index: number | null): string {
    const node = index === null ? undefined : this.editor.editing.draft.nodes[index];
    return index === null ? texts.graph.end : (node?.nodeName ?? node?.id ?? '');
  }

  copied(keys: Keys): CopiedNodes {
    const { editing, places } = this.editor;
    return copyNodes(editing.text, this.idsOf(keys), (id) => places?.boxes.get(nodeKey(id)));
  }

  /** With `ahead`, so far from what stands before or behind it. */
  freeNear({ x, y }: Point, ahead = 0): Point {
    const direction = this.editor.places?.direction ?? 'RIGHT';
    const [across, down] = direction === 'RIGHT' ? [ahead, 0] : [0, ahead];
    const others = [...this.boxes.values()].map((box) => ({
      ...{ x: box.x - across, y: box.y - down },
      ...{ width: box.width + 2 * across, height: box.height + 2 * down },
    }));
    return freePlace({ x: Math.round(x), y: Math.round(y) }, NODE, others, direction);
  }

  /** Ahead of what is chosen, else in the middle of what is seen, with room for labels before and behind it. */
  placeForMore(): Point | undefined {
    const { chosen, places, editing } = this.editor;
    const [key, other] = chosen;
    const box = key !== undefined && other === undefined ? this.boxes.get(key) : undefined;
    if (box)
      return this.freeNear(
        places?.direction === 'DOWN'
          ? { x: box.x, y: box.y + box.height + AHEAD }
          : { x: box.x + box.width + AHEAD, y: box.y },
      );
    const middle = editing.draft.nodes.length === 0 ? undefined : this.graph.current?.middle();
    return middle && this.freeNear({ x: middle.x - NODE.width / 2, y: middle.y - NODE.height / 2 }, LABEL);
  }
}

function nodeActions(bench: Bench, say: (what: string) => void) {
  const { choose, editing, selected } = bench.editor;
  const { text, draft, edit, focus } = editing;
  const paste = (copied: CopiedNodes) => {
    const pasted = pasteNodes(text, copied);
    const [first] = Object.values(copied.places);
    const start = first && bench.freeNear({ x: first.x + ASIDE, y: first.y + ASIDE });
    const moved = new Map<string, Point>();
    for (const [id, { x, y }] of Object.entries(copied.places)) {
      const now = pasted.ids.get(id);
      if (now !== undefined && start)
        moved.set(nodeKey(now), { x: x - first.x + start.x, y: y - first.y + start.y });
    }
    edit(pasted.text, moved);
    const [shown] = pasted.ids.values();
    if (shown !== undefined) bench.graph.current?.focusNew(nodeKey(shown));
    say(said.pasted(pasted.ids.size));
  };
  return {
    /** At a place and at the end of an edge, if these are given. */
    add: (nodeType: string, at?: Point, from?: number) => {
      const added = addNode(text, nodeType);
      const index = draft.nodes.length;
      const node = readDraft(added).nodes[index];
      const key = nodeKey(node?.id ?? '');
      // At the end of an edge it is placed by that.
      const place = at ? bench.freeNear(at) : from === undefined ? bench.placeForMore() : undefined;
      const joined = from === undefined ? added : addEdge(added, from, index, bench.kinds);
      edit(joined, place && new Map([[key, place]]));
      focus({ type: 'node', index });
      bench.graph.current?.focusNew(key);
      say(said.added(node?.nodeName ?? ''));
    },
    /** Nodes, or the edge that is chosen. */
    remove: (keys: Keys) => {
      const ids = bench.idsOf(keys);
      if (selected?.type === 'edge') edit(removeEdge(text, selected.index));
      else if (ids.size > 0) edit(removeNodes(text, ids));
      else return;
      say(selected?.type === 'edge' ? said.removedEdge : said.removed(ids.size));
      focus(undefined);
    },
    /** For the clipboard; nothing where nothing is chosen. */
    copy: (keys: Keys): CopiedNodes | undefined => {
      const copied = bench.copied(keys);
      if (copied.nodes.length === 0) return undefined;
      say(said.copied(copied.nodes.length));
      return copied;
    },
    paste,
    duplicate: (keys: Keys) => {
      const copied = bench.copied(keys);
      if (copied.nodes.length > 0) paste(copied);
    },
    chooseAll: () => {
      choose([...bench.boxes.keys()].filter((key) => key !== END_KEY));
      say(said.chosen(draft.nodes.length));
    },
  };
}

function edgeActions(bench: Bench, say: (what: string) => void) {
  const { text, draft, edit, focus } = bench.editor.editing;
  return {
    connect: (from: number, to: number | null) => {
      edit(addEdge(text, from, to, bench.kinds));
      focus({ type: 'edge', index: draft.edges.length });
      bench.graph.current?.focusBox(nodeKey(draft.nodes[from]?.id ?? ''));
      say(said.drawn(bench.nameOf(from), bench.nameOf(to)));
    },
    /** Takes edges to another node at one of their ends. */
    reattach: (edges: readonly number[], end: { from: number } | { to: number | null }) => {
      const attached = (rest: string, index: number) =>
        'from' in end ? setEdgeSource(rest, index, end.from) : retargetRoute(rest, index, end.to);
      edit(edges.reduce(attached, text));
      say(said.reattached);
    },
  };
}

function placeActions(bench: Bench, say: (what: string) => void) {
  const { checked, chosen, places, editing } = bench.editor;
  const { text, edit } = editing;
  return {
    move: (moved: ReadonlyMap<string, Point>) => {
      edit(text, moved);
      say(said.moved);
    },
    nudge: (keys: Keys, by: Point) => {
      const moved = new Map<string, Point>();
      for (const key of keys) {
        const place = places?.boxes.get(key);
        if (place) moved.set(key, { x: place.x + by.x, y: place.y + by.y });
      }
      edit(text, moved);
      say(said.moved);
    },
    align: (how: Alignment) => {
      edit(text, alignBoxes(new Map(bench.boxes.entries().filter(([key]) => chosen.has(key))), how));
      say(said.aligned);
    },
    /** Lays everything out anew. */
    tidy: async () => {
      const { boxes } = await laidOut(checked.document, places?.direction, { width: 0, height: 0 });
      edit(text, boxes);
      say(said.tidied);
    },
  };
}
