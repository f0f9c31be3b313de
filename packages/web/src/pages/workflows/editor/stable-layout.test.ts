import { runs } from '@cadence-agents/testkit/random-runs';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginHistory } from '../../../document/document-history.ts';
import { addEdge, addNode, removeEdge, removeNode, setNodeField } from '../../../document/edit-workflow.ts';
import { readDraft } from '../../../document/read-draft.ts';
import { fixedLayout } from '../../../graph/fixed-layout.ts';
import { graphModel } from '../../../graph/graph-model.ts';
import { nodeSize } from '../../../graph/node-size.ts';
import type { Places } from '../../../graph/places.ts';
import { changeEditor, type EditorHistory, settled } from './editor-history.ts';

const start = JSON.stringify({ id: 'w', name: 'W', entrypointNodeId: '', nodes: [], edges: [] }, null, 2);

const kind = fc.constantFrom('AGENT', 'TOOL_EXECUTOR', 'HUMAN_HANDOFF', 'ROUTER');
const place = fc.nat(60);
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('add' as const), kind }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('connect' as const), from: place, to: place }) },
  fc.record({ does: fc.constant('remove' as const), at: place }),
  fc.record({ does: fc.constant('disconnect' as const), at: place }),
  fc.record({
    does: fc.constant('rename' as const),
    at: place,
    name: fc.string({ minLength: 1, maxLength: 40 }),
  }),
  fc.record({ does: fc.constant('undone' as const) }),
  fc.record({ does: fc.constant('redone' as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

function edited(text: string, done: Act): string {
  const { nodes, edges } = readDraft(text);
  const inNodes = (at: number) => at % Math.max(1, nodes.length);
  switch (done.does) {
    case 'add':
      return addNode(text, done.kind);
    case 'connect':
      return addEdge(text, inNodes(done.from), done.to % 5 === 0 ? null : inNodes(done.to));
    case 'remove':
      return nodes.length === 0 ? text : removeNode(text, inNodes(done.at));
    case 'disconnect':
      return edges.length === 0 ? text : removeEdge(text, done.at % edges.length);
    case 'rename':
      return nodes.length === 0 ? text : setNodeField(text, inNodes(done.at), 'nodeName', done.name);
    default:
      return text;
  }
}

function after(history: EditorHistory, done: Act): EditorHistory {
  if (done.does === 'undone' || done.does === 'redone') return changeEditor(history, { type: done.does });
  return changeEditor(history, { type: 'edited', text: edited(history.text, done) });
}

/** Every box has a place, and none stands on another. */
function expectDrawn({ text, places }: EditorHistory): void {
  const model = graphModel(JSON.parse(text), undefined, true);
  const boxes = model.nodes.map((node) => {
    const at = places?.boxes.get(node.key);
    expect(at, node.key).toBeDefined();
    return { ...(at ?? { x: 0, y: 0 }), ...nodeSize(node) };
  });
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1)) {
      const isApart =
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(isApart).toBe(true);
    }
}

it.each(['RIGHT', 'DOWN'] as const)('moves nothing that stands by any of 50 edits, going %s', (direction) => {
  const places: Places = { direction, boxes: new Map() };
  fc.assert(
    fc.property(fc.array(act, { minLength: 50, maxLength: 50 }), (acts) => {
      let history = changeEditor(settled(beginHistory<Places>(start, places)), {
        type: 'edited',
        text: addNode(start, 'AGENT'),
      });
      for (const done of acts) {
        const before = history;
        history = after(history, done);
        // Nothing is left of what stood there: a picture to lay out anew.
        if (history.places === undefined) history = { ...history, places };
        expect(history.places?.direction).toBe(direction);
        for (const [key, at] of before.places?.boxes ?? [])
          if (history.places?.boxes.has(key)) expect(history.places.boxes.get(key), key).toEqual(at);
        expectDrawn(history);
      }
    }),
    { numRuns: runs(25, 10) },
  );
});

it('draws a line for every edge between boxes that stand where they stand', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 20, maxLength: 20 }), (acts) => {
      let history = beginHistory<Places>(addNode(start, 'AGENT'), { direction: 'RIGHT', boxes: new Map() });
      for (const done of acts) history = after(history, done);
      const model = graphModel(JSON.parse(history.text), undefined, true);
      const layout = history.places && fixedLayout(model, history.places);
      if (layout === undefined) return;
      for (const edge of model.edges) {
        const points = layout.edges.get(edge.key)?.points ?? [];
        expect(points.length).toBeGreaterThan(1);
        for (const [i, point] of points.slice(1).entries())
          expect(point.x === points[i]?.x || point.y === points[i]?.y).toBe(true);
      }
    }),
    { numRuns: runs(25, 10) },
  );
});

it('has other places after a move that is taken back at once, though all stands where it stood', () => {
  const places: Places = { direction: 'RIGHT', boxes: new Map([['node:agent', { x: 7, y: 9 }]]) };
  const before = settled(beginHistory<Places>(addNode(start, 'AGENT'), places));
  const dragged = {
    ...places,
    boxes: new Map([...(before.places?.boxes ?? []), ['node:agent', { x: 1, y: 2 }]]),
  };
  const moved = changeEditor(before, { type: 'edited', text: before.text, places: dragged });
  expect(moved.places?.boxes.get('node:agent')).toEqual({ x: 1, y: 2 });
  const back = changeEditor(moved, { type: 'undone' });
  expect(back.places).toEqual(before.places);
  expect(back.places).not.toBe(before.places);
});

it('keeps the place of a node whose id is typed anew', () => {
  const text = addNode(addNode(start, 'AGENT'), 'ROUTER');
  const places: Places = { direction: 'RIGHT', boxes: new Map([['node:agent', { x: 7, y: 9 }]]) };
  const before = changeEditor(beginHistory<Places>(start, places), { type: 'edited', text });
  const typed = changeEditor(before, { type: 'typed', text: text.replaceAll('"agent"', '"writer"'), at: 1 });
  expect(typed.places?.boxes.get('node:writer')).toEqual({ x: 7, y: 9 });
});
