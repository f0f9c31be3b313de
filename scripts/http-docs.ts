// docs/http-reference.md: every endpoint, from the data that the server registers them by, and the forms they speak of.
import { type Endpoint, ruleOf } from '@cadence-agents/contracts';
import { z } from 'zod';
import { allEndpoints } from '../packages/server/src/http/all-endpoints.ts';
import { openApi } from '../packages/server/src/http/openapi/openapi.ts';
import { describedFields, type JsonSchema, typeOf } from './schema-docs.ts';

export function httpReferencePage(): string {
  const { tags, components } = openApi(allEndpoints);
  const named = Object.values(allEndpoints);
  const parts = tags.map(({ name, description }) => {
    const endpoints = named.filter(({ tag }) => tag === name);
    return [`## ${name}`, '', description, '', ...endpoints.map(section)].join('\n');
  });
  const forms = Object.entries(components.schemas).map(([name, schema]) => form(name, schema));
  return `# HTTP reference

This page is made from the endpoints themselves by \`npm run docs\`; a running server has the same as OpenAPI 3.1 at \`/openapi.json\`, and to try out at \`/docs\`. [The HTTP API](http-api.md) shows it at work, [Errors](errors.md) says what each code means. A field with a question mark may be left out. Beside its own errors, any endpoint may answer \`INPUT_INVALID\`, \`HOST_REFUSED\`, \`RATE_LIMITED\`, one that needs a key \`UNAUTHENTICATED\` and \`FORBIDDEN\`, one with a body \`BODY_TOO_LARGE\` and \`BODY_UNSUPPORTED\`, and one that starts work \`SHUTTING_DOWN\` and \`IDEMPOTENCY_CONFLICT\`.

${parts.join('\n')}
## Forms

${forms.join('\n')}`;
}

const whenStreamed = {
  always: '',
  'by default': ' unless JSON is asked for',
  'on request': ' when asked for',
};

function section(endpoint: Endpoint): string {
  const { method, path, summary, description, action, query, body, multipart, status, reply } = endpoint;
  const { text, stream, startsWork, errors } = endpoint;
  const who =
    action === 'public' ? 'Needs no key.' : `For \`${ruleOf(action).role}\` and above (\`${action}\`).`;
  const answers = [
    status === 204 ? '204, without a body' : `${status}, ${text ? 'text' : replyType(reply)}`,
    ...(stream ? [`\`text/event-stream\`${whenStreamed[stream]}`] : []),
  ];
  return [
    `### ${method} ${path}`,
    '',
    [`${summary}.`, description, who, startsWork && '`Idempotency-Key` is honoured.']
      .filter(Boolean)
      .join(' '),
    '',
    ...(query ? [table(query, 'in the query'), ''] : []),
    ...(multipart ? ['The body is a form with a `file`.', ''] : []),
    ...(body && !multipart ? [bodyOf(body), ''] : []),
    `Answers: ${answers.join(', or ')}.${errors.length === 0 ? '' : ` Errors: ${errors.map((code) => `\`${code}\``).join(', ')}.`}`,
    '',
  ].join('\n');
}

const written = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

const table = (schema: z.ZodType, head: string) => describedFields(written(schema, 'input'), head);

function bodyOf(body: z.ZodType): string {
  const schema = written(body, 'input');
  return schema.properties ? describedFields(schema, 'in the body') : `The body: ${typeOf(schema)}.`;
}

function replyType(reply: z.ZodType): string {
  const schema = written(reply, 'output');
  if (schema.id !== undefined) return `\`${schema.id}\``;
  const fields = Object.entries(schema.properties ?? {}).map(([name, of]) => `\`${name}\` (${typeOf(of)})`);
  return fields.length === 0 ? typeOf(schema) : fields.join(', ');
}

function form(name: string, schema: JsonSchema): string {
  const fields = schema.properties ? describedFields(schema, 'field') : `${typeOf(schema)}.`;
  return [`### ${name}`, '', fields, ''].join('\n');
}
