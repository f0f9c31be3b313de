import { isJsonObject, type JsonValue, parseJson } from '@cadence-agents/contracts';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

export interface Reply {
  status: number;
  type: string;
  text: string;
}

/** Says what is wrong with a reply, by the OpenAPI document: a status that it does not name, a body unlike its schema. */
export function replyProblems(document: { paths: object; components: object }) {
  const plain = parseJson(JSON.stringify(document));
  const validator = new AjvJsonSchemaValidator();
  const compiled = new Map<string, ReturnType<AjvJsonSchemaValidator['getValidator']>>();
  const part = (...names: string[]): JsonValue | undefined =>
    names.reduce<JsonValue | undefined>(
      (value, name) => (isJsonObject(value) ? value[name] : undefined),
      plain,
    );

  const checkOf = (key: string, schema: JsonValue) => {
    const known = compiled.get(key);
    if (known) return known;
    const components = part('components');
    const made = validator.getValidator({ ...Object(schema), components });
    compiled.set(key, made);
    return made;
  };

  return (method: string, path: string, { status, type, text }: Reply): string | undefined => {
    if (status >= 500 && status !== 503) return `a status of ${status}`;
    const place = ['paths', path, method.toLowerCase(), 'responses', String(status)];
    if (part(...place) === undefined) return `the status ${status} is not documented`;
    const content = part(...place, 'content');
    if (content === undefined) return text === '' ? undefined : 'a body where none is documented';
    const [media = ''] = type.split(';');
    const schema = part(...place, 'content', media, 'schema');
    if (schema === undefined) return `the type "${media}" is not documented for ${status}`;
    if (media !== 'application/json') return undefined;
    const value = parseJson(text);
    if (value === undefined) return 'a body that is no JSON';
    const result = checkOf([...place, media].join(' '), schema)(value);
    return result.valid ? undefined : `a body unlike its schema: ${result.errorMessage}`;
  };
}
