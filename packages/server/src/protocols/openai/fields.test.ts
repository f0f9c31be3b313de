import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chatFields, type Field, fieldTable, responseFields } from './fields.fixture.ts';
import { failure, useOpenAi, user } from './openai-client.fixture.ts';

const openAi = useOpenAi();

/** The names of the fields of an interface of OpenAI's client. */
function fieldsOf(file: string, name: string): string[] {
  const module = import.meta.resolve(`openai/resources/${file}`);
  const source = readFileSync(new URL(module.replace(/\.m?js$/, '.d.ts')), 'utf8');
  const [, body = ''] = source.split(`export interface ${name} {`);
  return [...(body.split('\n}')[0] ?? '').matchAll(/^ {4}(\w+)\??:/gm)]
    .map(([, field = '']) => field)
    .toSorted();
}

const samples = (fields: Readonly<Record<string, Field>>, which: 'takes' | 'refuses') =>
  Object.entries(fields).flatMap(([name, field]) =>
    (field[which] ?? []).map((value) => ({
      name,
      value,
      text: JSON.stringify(value),
      more: field.with ?? {},
    })),
  );

const apis = [
  {
    path: '/chat/completions',
    fields: chatFields,
    documented: () => fieldsOf('chat/completions/completions', 'ChatCompletionCreateParamsBase'),
    usual: { model: 'talk', messages: [user('hi')] },
  },
  {
    path: '/responses',
    fields: responseFields,
    documented: () => fieldsOf('responses/responses', 'ResponseCreateParamsBase'),
    usual: { model: 'talk', input: 'hi' },
  },
];

describe.each(apis)('the fields of $path', ({ path, fields, documented, usual }) => {
  it('are all known', () => {
    expect(Object.keys(fields).toSorted()).toEqual(documented());
    expect(documented().length).toBeGreaterThan(20);
  });

  it.each(samples(fields, 'takes'))('are taken: $name $text', async ({ name, value, more }) => {
    await openAi.server.model.script([{ kind: 'reply', text: '{"said":"hi"}', repeat: true }]);
    const body = { ...usual, ...more, [name]: value };
    const isAsync = name === 'background' && value === true;
    const reply = await openAi.client.post<{ run_id: string }>(path, { body });
    expect(reply.run_id).toEqual(expect.any(String));
    if (isAsync) await openAi.server.cadence.wait(reply.run_id);
  });

  it.each(samples(fields, 'refuses'))('are refused by name: $name $text', async ({ name, value, more }) => {
    const error = await failure(openAi.client.post(path, { body: { ...usual, ...more, [name]: value } }));
    expect(error.status).toBe(400);
    expect(error.param?.split('.')[0]).toBe(name);
  });

  it('may be left at null', async () => {
    await openAi.server.model.script([{ kind: 'reply', text: 'Hi.', repeat: true }]);
    const needed = new Set(Object.keys(usual));
    const names = Object.keys(fields).filter((name) => !needed.has(name));
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    expect(await openAi.client.post(path, { body: { ...usual, ...nulls } })).toBeDefined();
  });

  it('are in the docs', () => {
    const docs = readFileSync(new URL('../../../../../docs/protocols.md', import.meta.url), 'utf8');
    expect(docs).toContain(fieldTable(fields));
  });
});
