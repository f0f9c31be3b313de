// What can be written at a place of a definition's text: by its schema, and by what the definition and others name.

import { cursorIn, type JsonBox, type JsonCursor } from './json-cursor.ts';
import type { Range } from './json-place.ts';
import { fieldOf } from './read-draft.ts';

export interface Suggestion {
  /** The name of a field, or a text; also `true`, `false` and `null`. */
  text: string;
  description: string;
  isName: boolean;
  /** As it is written. */
  json: string;
}

export interface Suggestions {
  /** What is replaced by the one that is chosen. */
  range: Range;
  isQuoted: boolean;
  list: readonly Suggestion[];
}

/** What is named in a definition and kept elsewhere. */
export type Elsewhere = Readonly<Record<'agents' | 'tools' | 'models', readonly Named[]>>;

interface Named {
  name: string;
  description?: string | undefined;
}

/** Fields whose texts name something, alone or in a list. */
const named: Readonly<Record<string, 'nodes' | 'edges' | keyof Elsewhere>> = {
  ...{ entrypointNodeId: 'nodes', sourceNodeId: 'nodes', targetNodeId: 'nodes', node: 'nodes' },
  ...{ edge: 'edges', agentId: 'agents', model: 'models' },
  ...{ tool: 'tools', tools: 'tools', toolsByRole: 'tools', approve: 'tools', from: 'tools', to: 'tools' },
};

export function suggestionsAt(
  text: string,
  at: number,
  schema: unknown,
  elsewhere: Elsewhere,
): Suggestions | undefined {
  const cursor = cursorIn(text, at);
  const inner = cursor?.around.at(-1);
  if (!cursor || !inner) return undefined;
  const schemas = schemasOf(schema, cursor.around);
  const all = cursor.isName
    ? namesOf(schemas, inner)
    : [
        ...namedBy(cursor, inner, elsewhere),
        ...valuesOf(schemas.flatMap((each) => under(each, cursor.step))),
      ];
  const list = [...new Map(all.map((each) => [each.json, each])).values()];
  return { range: cursor.range, isQuoted: cursor.isQuoted, list };
}

/** Those that the innermost list or object may follow. */
function schemasOf(schema: unknown, around: readonly JsonBox[]): unknown[] {
  return around.reduce<unknown[]>(
    (outer, box) => {
      const step = box.path.at(-1);
      const here = step === undefined ? outer : outer.flatMap((each) => under(each, step));
      return here.flatMap(branches).filter((branch) => fits(branch, box));
    },
    [schema],
  );
}

/** A schema and all that it is made of. */
function branches(schema: unknown): unknown[] {
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => listAt(schema, name));
  return [schema, ...parts.flatMap(branches)];
}

/** Whether the fixed texts of a branch, such as the kind of a node, are those that stand there. */
function fits(branch: unknown, { fields }: JsonBox): boolean {
  return propertiesOf(branch).every(([name, schema]) => {
    const fixed = fieldOf(schema, 'const');
    const text = fields.get(name);
    return fixed === undefined || text === undefined || text === fixed;
  });
}

function under(schema: unknown, step: string | number): unknown[] {
  const found =
    typeof step === 'number'
      ? fieldOf(schema, 'items')
      : (fieldOf(fieldOf(schema, 'properties'), step) ?? fieldOf(schema, 'additionalProperties'));
  return found === undefined ? [] : branches(found);
}

function namesOf(schemas: readonly unknown[], { fields }: JsonBox): Suggestion[] {
  return schemas
    .flatMap(propertiesOf)
    .filter(([name]) => !fields.has(name))
    .map(([name, schema]) => suggestion(name, descriptionOf(schema), true));
}

function valuesOf(schemas: readonly unknown[]): Suggestion[] {
  return schemas.flatMap((schema) => {
    const fixed = fieldOf(schema, 'const');
    const values = [...listAt(schema, 'enum'), ...(fixed === undefined ? [] : [fixed])];
    const type = fieldOf(schema, 'type');
    if (type === 'boolean') values.push(true, false);
    if (type === 'null') values.push(null);
    return values.map((value) => suggestion(value, descriptionOf(schema), false));
  });
}

/** What the field, or the list, that the cursor is in can name. */
function namedBy({ step, objects }: JsonCursor, { path }: JsonBox, elsewhere: Elsewhere): Suggestion[] {
  const fields = [...path.slice(-2), step].filter((each) => typeof each === 'string');
  const kind = fields.map((field) => named[field]).findLast((each) => each !== undefined);
  if (kind === undefined) return [];
  const listed = kind === 'nodes' || kind === 'edges' ? [] : elsewhere[kind];
  return [...inDefinition(objects, kind), ...listed].map(({ name, description = '' }) =>
    suggestion(name, description, false),
  );
}

function inDefinition(objects: readonly JsonBox[], list: string): Named[] {
  return objects.flatMap(({ path, fields }) => {
    const name = fields.get('id');
    if (path.length !== 2 || path[0] !== list || name === undefined) return [];
    return [{ name, description: fields.get('nodeName') ?? fields.get('name') }];
  });
}

const suggestion = (value: unknown, description: string, isName: boolean): Suggestion => ({
  text: String(value),
  ...{ description, isName },
  json: JSON.stringify(value),
});

const listAt = (schema: unknown, name: string): unknown[] => {
  const list = fieldOf(schema, name);
  return Array.isArray(list) ? list : [];
};
const propertiesOf = (schema: unknown) => Object.entries(Object(fieldOf(schema, 'properties')));
const descriptionOf = (schema: unknown) => String(fieldOf(schema, 'description') ?? '');
