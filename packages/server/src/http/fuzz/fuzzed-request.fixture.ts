// Requests made at random from the OpenAPI document: some as it says, some a little off, some hostile.
import { isJsonObject, type JsonObject, type JsonValue, listOf } from '@cadence-agents/contracts';
import { type RandomChoice, randomJson } from '@cadence-agents/testkit';

export interface Operation {
  method: string;
  path: string;
  parameters: readonly { name: string; in: string; schema: JsonValue }[];
  /** Of a JSON body; `undefined` when there is none. */
  body: JsonValue | undefined;
  takesFile: boolean;
}

export interface FuzzedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** What earlier replies named, so that later requests find something. */
export interface Pool {
  /** By the kind of thing. */
  ids: ReadonlyMap<Kind, readonly string[]>;
  keys: readonly string[];
}

export type Kind = 'run' | 'conversation' | 'workflow' | 'agent' | 'handoff' | 'plugin' | 'key' | 'other';

const kinds: readonly [RegExp, Kind][] = [
  [/run/i, 'run'],
  [/thread|conversation/i, 'conversation'],
  [/workflow|assistant|^model$/i, 'workflow'],
  [/agent/i, 'agent'],
  [/hand-?off/i, 'handoff'],
  [/plugin/i, 'plugin'],
  [/key/i, 'key'],
];

/** What a field of that name is about, or a bare id at that address. */
export function kindOf(name: string, path: string): Kind {
  const around = path.slice(0, path.includes(`{${name}}`) ? path.indexOf(`{${name}}`) : undefined);
  const texts = [name, around.split('/').findLast((part) => /^[a-z-]+$/.test(part) && kindIn(part)) ?? ''];
  return texts.map(kindIn).find(Boolean) ?? 'other';
}

const kindIn = (text: string): Kind | undefined => kinds.find(([pattern]) => pattern.test(text))?.[1];

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '__proto__',
  'constructor',
  '..',
  '../../etc/passwd',
  '😀',
  "';--",
  '-1',
  '0',
  '1e999',
  '2147483648',
  '9007199254740993',
  'null',
  'true',
  '2026-01-01T00:00:00Z',
  '2026-13-45',
  '{{a}}',
  '(a+)+$',
  'x'.repeat(201),
  'y'.repeat(3_000),
];
const hostileValues: readonly JsonValue[] = [
  ...hostileTexts,
  null,
  true,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  1e308,
  [],
  {},
  [[[[]]]],
  { a: { b: [null] } },
  Array.from({ length: 300 }, () => 1),
];
const brokenBodies = [
  '',
  'not json',
  '{"message":',
  '[]',
  '7',
  'null',
  '"text"',
  '{"__proto__":{"a":1}}',
  '\0',
];
const bodyTypes = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'x',
];
const accepts = ['text/event-stream', '*/*', 'text/html', 'application/xml', ''];

export function fuzzedRequest(operation: Operation, choice: RandomChoice, pool: Pool): FuzzedRequest {
  const text = (schema: JsonValue, name: string) =>
    parameterText(schema, () => idFor(name, operation.path, choice, pool), choice);
  const inPath = (name: string) =>
    text(operation.parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? {}, name);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(inPath(name)) || '%20');
  const query = operation.parameters.flatMap(({ name, in: place, schema }) =>
    place === 'query' && choice.chance(0.5) ? [[name, text(schema, name)] as const] : [],
  );
  if (choice.chance(0.05)) query.push(['surprise', '1']);
  if (query[0] && choice.chance(0.05)) query.push(query[0]);
  const search = query.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
  return {
    method: operation.method,
    path: search === '' ? path : `${path}?${search}`,
    headers: headers(operation, choice, pool),
    body: body(operation, choice, pool),
  };
}

/** As an address has it: a lone surrogate cannot be written there, and a way up is taken by the client. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replace(/^\.+$/, '%2fdots');

function parameterText(schema: JsonValue, id: () => string, choice: RandomChoice): string {
  if (choice.chance(0.15)) return choice.pick(hostileTexts) ?? '';
  if (isOpenText(schema) && choice.chance(0.9)) return id();
  const value = randomJson(schema, choice);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isOpenText = (schema: JsonValue) =>
  isJsonObject(schema) && schema.type === 'string' && schema.enum === undefined && schema.const === undefined;

function idFor(name: string, path: string, choice: RandomChoice, pool: Pool): string {
  if (name === 'version' || name === 'step') return '1';
  const own = pool.ids.get(kindOf(name, path));
  const ids = own && choice.chance(0.85) ? own : choice.pick([...pool.ids.values()]);
  return choice.pick(ids ?? []) ?? 'some-id';
}

function headers({ body: hasBody, takesFile }: Operation, choice: RandomChoice, pool: Pool) {
  const given: Record<string, string> = { accept: 'application/json' };
  if (choice.chance(0.15)) given.accept = choice.pick(accepts) ?? '';
  if (hasBody !== undefined) given['content-type'] = 'application/json';
  if (takesFile) given['content-type'] = 'multipart/form-data; boundary=b';
  if (choice.chance(0.03)) given['content-type'] = choice.pick(bodyTypes) ?? '';
  if (choice.chance(0.1))
    given['idempotency-key'] = choice.pick(['k1', 'k2', 'k3', 'x'.repeat(300), '\u00fc']) ?? '';
  if (choice.chance(0.1)) given.prefer = 'respond-async';
  if (choice.chance(0.05))
    given['last-event-id'] = choice.pick(['0', '3', '-1', '1e9', 'x', '99999999999']) ?? '';
  if (choice.chance(0.03)) given['x-request-id'] = choice.pick(['ok-1', 'x'.repeat(500), '<b>']) ?? '';
  if (choice.chance(0.1))
    given.authorization = `Bearer ${choice.pick([...pool.keys, 'cad_wrong', '']) ?? ''}`;
  return given;
}

function body(
  { body: schema, path, takesFile }: Operation,
  choice: RandomChoice,
  pool: Pool,
): string | undefined {
  if (takesFile) return uploadedForm(choice);
  if (schema === undefined) return choice.chance(0.05) ? '{}' : undefined;
  if (choice.chance(0.04)) return choice.pick(brokenBodies) ?? '';
  let value = withKnownIds(randomJson(schema, choice), (name) => idFor(name, path, choice, pool), choice);
  while (choice.chance(0.35)) value = mutated(value, choice);
  return JSON.stringify(value);
}

function uploadedForm(choice: RandomChoice): string {
  const name = choice.pick(['file', 'other', '']) ?? '';
  const file = choice.pick(['p-1.0.0.tgz', 'p.zip', '../p.tgz', '']) ?? '';
  const content =
    choice.pick(['', 'no archive', 'PK\u0003\u0004', '\u001f\u008b\b', 'x'.repeat(5_000)]) ?? '';
  const end = choice.chance(0.9) ? '\r\n--b--\r\n' : '';
  return `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n${content}${end}`;
}

const namesSomething = /(?:^|_)(?:id|key)$|Id$|^(?:model|workflow|name|agent|tool|after)$/;

/** The same value, naming things that there are. */
function withKnownIds(value: JsonValue, id: (name: string) => string, choice: RandomChoice): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withKnownIds(item, id, choice));
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]): [string, JsonValue] => {
    const isName = typeof field === 'string' && namesSomething.test(name) && choice.chance(0.8);
    return [name, isName ? id(name) : withKnownIds(field, id, choice)];
  });
  return Object.fromEntries(fields);
}

/** The same value with one thing in it changed, left out or added. */
function mutated(value: JsonValue, choice: RandomChoice): JsonValue {
  const other = () => choice.pick(hostileValues) ?? null;
  if (Array.isArray(value) && value.length > 0 && choice.chance(0.9)) {
    const at = choice.whole(0, value.length - 1);
    return value.map((item, index) => (index === at ? mutated(item, choice) : item));
  }
  if (!isJsonObject(value) || choice.chance(0.02)) return other();
  const fields = Object.entries(value);
  const at = choice.whole(0, fields.length - 1);
  if (fields.length === 0 || choice.chance(0.15))
    fields.push([choice.pick(['extra', '__proto__', 'id']) ?? '', other()]);
  else if (choice.chance(0.2)) fields.splice(at, 1);
  else fields[at] = [fields[at]?.[0] ?? '', mutated(fields[at]?.[1] ?? null, choice)];
  return Object.fromEntries(fields);
}

/** The operations of a document, with the parts that their schemas refer to in place. */
export function operationsOf(document: { paths: object; components: { schemas: object } }): Operation[] {
  const plain: JsonValue = JSON.parse(JSON.stringify(document));
  const { paths, schemas } = { paths: at(plain, 'paths'), schemas: at(plain, 'components', 'schemas') };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).map(([method, operation]): Operation => {
      const content = at(operation, 'requestBody', 'content');
      const schema = at(content, 'application/json').schema;
      return {
        method: method.toUpperCase(),
        path,
        parameters: listOf(at(operation).parameters).flatMap((each) =>
          isJsonObject(each)
            ? [{ name: String(each.name), in: String(each.in), schema: whole(each.schema, schemas) }]
            : [],
        ),
        body: schema === undefined ? undefined : whole(schema, schemas),
        takesFile: Object.hasOwn(content, 'multipart/form-data'),
      };
    }),
  );
}

/** What is found there, as an object. */
function at(value: JsonValue | undefined, ...names: string[]): JsonObject {
  const found = names.reduce<JsonValue | undefined>(
    (part, name) => (isJsonObject(part) ? part[name] : undefined),
    value,
  );
  return isJsonObject(found) ? found : {};
}

const DEEPEST = 12;

function whole(schema: JsonValue | undefined, schemas: JsonObject, depth = 0): JsonValue {
  if (Array.isArray(schema)) return schema.map((item) => whole(item, schemas, depth + 1));
  if (!isJsonObject(schema)) return schema ?? {};
  // A schema that refers to itself has to stop somewhere.
  if (depth > DEEPEST) return {};
  if (typeof schema.$ref === 'string') {
    return whole(schemas[schema.$ref.slice('#/components/schemas/'.length)], schemas, depth + 1);
  }
  return Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, whole(part, schemas, depth + 1)]),
  );
}
