// A schema as a table: each field, what it takes, and what it is for.
import { z } from 'zod';

/** As much of JSON Schema as the docs tell. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The fields of an object's schema; `head` is the title of the first column. */
export function fieldTable(schema: z.ZodType, head: string): string {
  return describedFields(z.toJSONSchema(schema, { io: 'input' }), head);
}

/** The same for a schema that is JSON already; a column that nobody says anything in is left out. */
export function describedFields(schema: JsonSchema, head: string): string {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    `\`${name}\`${required.has(name) ? '' : '?'}`,
    typeOf(field),
    typeof field === 'boolean' ? '' : escaped(field.description ?? ''),
  ]);
  const silent = fields.every(([, , said]) => said === '');
  const row = (cells: readonly string[]) => `| ${cells.slice(0, silent ? 2 : 3).join(' | ')} |`;
  return [row([head, '', '']), row(['---', '---', '---']).replaceAll(' ', ''), ...fields.map(row)].join('\n');
}

/** Text for a cell: its bars and angle brackets are meant as they are. */
export const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** What a field takes, in a few words. */
export function typeOf(schema: JsonSchema | boolean): string {
  if (typeof schema === 'boolean') return 'any';
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.map(typeOf))].join(' or ');
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any'];
  return types.map((type) => typeName(type, schema)).join(' or ');
}

function typeName(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
      return `whole number${bounds(schema)}`;
    case 'number':
      return `number${bounds(schema)}`;
    case 'boolean':
      return '`true` or `false`';
    case 'null':
      return '`null`';
    case 'array':
      return Array.isArray(schema.items) || schema.items === undefined
        ? 'list'
        : `list of ${typeOf(schema.items)}`;
    default:
      return type;
  }
}

/** Only those that somebody chose: every whole number has the bounds of what a computer can count to. */
function bounds({ minimum, exclusiveMinimum, maximum }: JsonSchema): string {
  const least = minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : undefined);
  const low = least !== undefined && least > Number.MIN_SAFE_INTEGER ? `from ${least}` : '';
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `to ${maximum}` : '';
  const both = [low, high].filter((bound) => bound !== '').join(' ');
  return both === '' ? '' : ` ${both}`;
}

/** Of a `$ref`: what a reader may look for, or JSON for what has no name. */
function nameOf(ref: string): string {
  const name = ref.split('/').at(-1) ?? '';
  return name.startsWith('__') ? 'JSON' : `[\`${name}\`](#${name.toLowerCase()})`;
}
