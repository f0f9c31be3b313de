// Schemas as OpenAPI writes them: those with an id once, under their name.
import { z } from 'zod';
import { eventSchemas } from './event-schemas.ts';
import { formExamples } from './examples.ts';

export type JsonSchema = Record<string, unknown>;

export class Components {
  readonly #schemas = new Map<string, JsonSchema>();

  /** The schema, or a reference to it where it has an id. */
  schema(of: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(of, { io, unrepresentable: 'any', target: 'draft-2020-12', override: leaveOpen });
    const { $defs: definitions, ...schema } = refsToComponents({ ...own, $defs });
    for (const [name, definition] of Object.entries(isObject(definitions) ? definitions : {})) {
      if (isAnyJson(name)) this.#set('Json', { description: 'Any JSON value.' });
      else if (isObject(definition)) this.#set(name, definition);
    }
    if (typeof schema.id !== 'string') return schema;
    this.#set(schema.id, schema);
    return { $ref: `#/components/schemas/${schema.id}` };
  }

  all(): Record<string, JsonSchema> {
    const named = [...this.#schemas].sort(([a], [b]) => a.localeCompare(b));
    return Object.fromEntries(named.map(([name, schema]) => [name, { ...schema, ...examplesOf(name) }]));
  }

  #set(name: string, { id: _, ...schema }: JsonSchema): void {
    const known = this.#schemas.get(name);
    if (known === undefined) {
      this.#schemas.set(name, schema);
      const declared = eventSchemas[name];
      if (declared) this.#schemas.set(name, this.schema(declared(), 'output'));
    } else if (!(name in eventSchemas) && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas are called "${name}"; give one of them another id.`);
    }
  }
}

/** A reply may have more fields one day: only what is refused in a request is closed. */
function leaveOpen({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  const { def } = zodSchema._zod;
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
}

const examplesOf = (name: string) => (name in formExamples ? { examples: [formExamples[name]] } : {});

/** The only schema that refers to itself is that of any JSON, and zod has no name for it. */
const isAnyJson = (name: string) => name.startsWith('__schema');

function refsToComponents(schema: JsonSchema): JsonSchema {
  const rewritten: unknown = JSON.parse(
    JSON.stringify(schema)
      .replaceAll(/"#\/\$defs\/__schema\d+"/g, '"#/components/schemas/Json"')
      .replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  return isObject(rewritten) ? rewritten : {};
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}
