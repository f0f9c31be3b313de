import { isJsonObject, type JsonValue } from '@cadence-agents/contracts';
import { z } from 'zod';
import { valueAt } from '../../check/document-path.ts';
import { nearestName } from '../../nearest-name.ts';
import type { ProblemCode } from '../../problem-codes.ts';
import type { Edit, Fix, Offer, Trouble } from '../fix.ts';
import { freeName } from '../parts.ts';
import { bare, mayBeLeftOut, schemaAt } from '../schema-at.ts';

/** What the schemas find: fields that are missing, unknown, or of a value that is not allowed. */
export const fieldOffers: Partial<Record<ProblemCode, Offer>> = {
  FIELD_UNKNOWN: unknownField,
  FIELD_MISSING: missingFields,
  FIELD_TYPE: wrongValue,
  FIELD_VALUE: wrongValue,
};

function* unknownField({ at, draft }: Trouble): Iterable<Fix> {
  const owner = at.slice(0, -1);
  const schema = schemaAt(draft, owner);
  const fields = schema && bare(schema);
  const name = String(at.at(-1));
  const value = valueAt(draft.document, at);
  const there = valueAt(draft.document, owner);
  if (fields instanceof z.ZodObject && isJsonObject(there) && value !== undefined) {
    const free = Object.keys(fields.shape).filter((field) => there[field] === undefined);
    const meant = nearestName(name, free);
    if (meant !== undefined)
      yield {
        title: `Call the field "${meant}"`,
        edits: [
          { type: 'remove', path: at },
          { type: 'set', path: [...owner, meant], value },
        ],
      };
  }
  yield { title: `Remove "${name}"`, edits: [{ type: 'remove', path: at }] };
}

/** All that one part lacks, as far as there is something that is likely meant. */
function* missingFields({ at, draft }: Trouble): Iterable<Fix> {
  const schema = schemaAt(draft, at);
  const fields = schema && bare(schema);
  const part = valueAt(draft.document, at);
  if (!(fields instanceof z.ZodObject) || !isJsonObject(part)) return;
  const missing = Object.entries(fields.shape).flatMap(([name, field]) => {
    const isMissing = part[name] === undefined && field instanceof z.ZodType && !mayBeLeftOut(field);
    const value = isMissing ? likelyValue({ at, draft }, part, name) : undefined;
    return value === undefined ? [] : [{ name, value }];
  });
  if (missing.length === 0) return;
  const edits = missing.map(({ name, value }): Edit => ({ type: 'set', path: [...at, name], value }));
  yield {
    title: `Add ${missing.map(({ name, value }) => `"${name}": ${JSON.stringify(value)}`).join(', ')}`,
    edits,
  };
}

function likelyValue(
  { at, draft }: Pick<Trouble, 'at' | 'draft'>,
  part: Readonly<Record<string, JsonValue>>,
  name: string,
): JsonValue | undefined {
  const [list] = at;
  const own = typeof part.id === 'string' && part.id !== '' ? part.id : undefined;
  if (at.length === 0) {
    if (name === 'edges') return [];
    if (name === 'name') return own;
    if (name === 'id') return draft.nodes.map(({ part: node }) => node.workflowId).find((id) => id !== '?');
    return name === 'entrypointNodeId' ? draft.nodes[0]?.part.id : undefined;
  }
  if (list === 'nodes' && at.length === 2) {
    if (name === 'id') {
      const said = typeof part.nodeName === 'string' && part.nodeName !== '' ? part.nodeName : 'node';
      return freeName(said.slice(0, 180), (id) => draft.view.nodesById.has(id));
    }
    if (name === 'nodeName') return own;
    return name === 'nodeType' && typeof part.agentId === 'string' ? 'AGENT' : undefined;
  }
  if (list === 'agents') return name === 'name' ? own : name === 'systemPrompt' ? '' : undefined;
  // An edge that does not say where it leads can only be the one to the end.
  return list === 'edges' && name === 'targetNodeId' && part.conditionValue === 'END' ? null : undefined;
}

function* wrongValue({ at, draft }: Trouble): Iterable<Fix> {
  const schema = schemaAt(draft, at);
  const value = valueAt(draft.document, at);
  const name = at.at(-1);
  if (value === undefined || name === undefined) return;
  const issues = (schema && bare(schema).safeParse(value).error?.issues) ?? [];
  const own = issues.filter(({ path }) => path.length === 0);
  for (const better of own.flatMap((issue) => betterValues(issue, value)))
    yield {
      title: `Set "${placeName(at)}" to ${JSON.stringify(better)}`,
      edits: [{ type: 'set', path: at, value: better }],
    };
  const owner = valueAt(draft.document, at.slice(0, -1));
  const likely =
    isJsonObject(owner) && typeof name === 'string'
      ? likelyValue({ at: at.slice(0, -1), draft }, owner, name)
      : undefined;
  if (likely !== undefined)
    yield {
      title: `Set "${name}" to ${JSON.stringify(likely)}`,
      edits: [{ type: 'set', path: at, value: likely }],
    };
  if (typeof name === 'number' || mayBeLeftOut(schema))
    yield { title: `Remove ${placeName(at)}`, edits: [{ type: 'remove', path: at }] };
}

const placeName = (at: readonly (string | number)[]) => at.slice(-2).join(' ').trim();

/** Values close to the one given that a schema takes. */
function betterValues(issue: z.core.$ZodIssue, value: JsonValue): JsonValue[] {
  if (issue.code === 'too_small' && typeof value === 'number')
    return [Number(issue.minimum) + (issue.inclusive === false ? 1 : 0)];
  if (issue.code === 'too_big' && typeof value === 'number')
    return [Number(issue.maximum) - (issue.inclusive === false ? 1 : 0)];
  if (issue.code === 'invalid_value') {
    const options = issue.values.filter((option) => typeof option === 'string');
    const nearest = typeof value === 'string' ? nearestName(value, options) : undefined;
    return nearest === undefined ? options : [nearest, ...options.filter((option) => option !== nearest)];
  }
  return issue.code === 'invalid_type' ? converted(issue.expected, value) : [];
}

function converted(expected: string, value: JsonValue): JsonValue[] {
  const wantsNumber = expected === 'number' || expected === 'int';
  if (wantsNumber && typeof value === 'number') return [Math.round(value)];
  if (wantsNumber && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return [Number(value)];
  if (expected === 'boolean' && (value === 'true' || value === 'false')) return [value === 'true'];
  if (expected === 'array' && typeof value === 'string' && value !== '') return [[value]];
  return expected === 'string' && typeof value === 'number' ? [String(value)] : [];
}
