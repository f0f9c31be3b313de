import { JsonPlaces, type Range } from './json-place.ts';

export type ParsedDocument = { isJson: true; document: unknown } | { isJson: false; mistake: Range };

export function parseDocument(text: string): ParsedDocument {
  try {
    return { isJson: true, document: JSON.parse(text) };
  } catch {
    return { isJson: false, mistake: new JsonPlaces(text).firstMistake() ?? { from: 0, to: text.length } };
  }
}
