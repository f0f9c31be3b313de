import type { JsonObject, JsonValue } from '@cadence-agents/contracts';
import * as fc from 'fast-check';

/** One change to a document, made at a place that `where` picks among all there are. */
export interface Mutation {
  kind: 'delete' | 'replace' | 'swap' | 'duplicate' | 'add-field' | 'rename';
  where: number;
  /** Picks another place, for changes that need two. */
  other: number;
  value: JsonValue;
}

interface Place {
  container: JsonObject | JsonValue[];
  key: string | number;
}

export function mutationArbitrary(): fc.Arbitrary<Mutation> {
  const odd = fc.constantFrom<JsonValue>(
    '',
    'END',
    'ALWAYS',
    'AGENT',
    'TOOL_EXECUTOR',
    'HUMAN_HANDOFF',
    'a0',
    'a1',
    'tools',
  );
  return fc.record({
    kind: fc.constantFrom('delete', 'replace', 'swap', 'duplicate', 'add-field', 'rename'),
    where: fc.nat(),
    other: fc.nat(),
    value: fc.oneof(odd, fc.jsonValue({ maxDepth: 2 }).map(asJson)),
  });
}

/** The document with the change made, itself untouched. */
export function mutate(document: unknown, { kind, where, other, value }: Mutation): JsonValue {
  const copy = asJson(document);
  const places = placesOf(copy);
  const at = places[where % Math.max(1, places.length)];
  const second = places[other % Math.max(1, places.length)];
  if (at === undefined || second === undefined) return copy;
  if (kind === 'delete') remove(at);
  else if (kind === 'replace') write(at, value);
  else if (kind === 'swap') write(at, asJson(read(second)));
  else if (kind === 'duplicate' && Array.isArray(at.container)) at.container.push(asJson(read(at)));
  else if (kind === 'add-field' && !Array.isArray(at.container)) at.container[`odd ${where % 7}`] = value;
  else if (kind === 'rename') write(at, `${String(read(at))}x`);
  return copy;
}

function asJson(value: unknown): JsonValue {
  const copy: JsonValue = JSON.parse(JSON.stringify(value));
  return copy;
}

function placesOf(value: JsonValue): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const container = value;
  const keys = Array.isArray(container) ? [...container.keys()] : Object.keys(container);
  return keys.flatMap((key) => [{ container, key }, ...placesOf(read({ container, key }))]);
}

function read({ container, key }: Place): JsonValue {
  const value = Array.isArray(container) ? container[Number(key)] : container[key];
  return value ?? null;
}

function write({ container, key }: Place, value: JsonValue): void {
  if (Array.isArray(container)) container[Number(key)] = value;
  else container[key] = value;
}

function remove({ container, key }: Place): void {
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
}
