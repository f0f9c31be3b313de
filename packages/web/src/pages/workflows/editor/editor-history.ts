import {
  changeDocument,
  type DocumentChange,
  type DocumentHistory,
} from '../../../document/document-history.ts';
import { graphModel } from '../../../graph/graph-model.ts';
import { placeNodes } from '../../../graph/place-nodes.ts';
import type { Places } from '../../../graph/places.ts';

export type EditorHistory = DocumentHistory<Places>;

/** A change of the document, after which everything in it that can be drawn has a place. */
export function changeEditor(history: EditorHistory, change: DocumentChange<Places>): EditorHistory {
  const next = changeDocument(history, change);
  if (next.text === history.text && next.places === history.places) return next;
  const changed = settled(next);
  const isBack = change.type === 'undone' || change.type === 'redone';
  // Never the very places that it had before: the picture may not have shown those in between, and would not notice.
  return isBack && changed.places ? { ...changed, places: { ...changed.places } } : changed;
}

/** Without places where all of the picture is to be laid out first. */
export function settled(history: EditorHistory): EditorHistory {
  if (history.places === undefined) return history;
  const document = parsed(history.text);
  if (document === undefined) return history;
  const places = placeNodes(graphModel(document, undefined, true), history.places);
  return places === history.places ? history : { ...history, places };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The picture shows it as it last could be read.
    return undefined;
  }
}
