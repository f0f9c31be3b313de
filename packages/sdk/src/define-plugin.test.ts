import { CadenceError, defineKind, type PluginKind } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineAgent } from './define-agent.ts';
import { definePlugin, type PluginDefinition } from './define-plugin.ts';
import { tool } from './tool.ts';

const echo = tool({
  name: 'echo',
  description: 'Says it again.',
  input: z.object({ text: z.string() }),
  run: ({ text }) => text,
});
const sound: PluginDefinition = {
  metadata: { name: 'Echo', version: '1.0.0', description: 'Echoes.' },
  createAgent: () => defineAgent({ systemPrompt: 'You echo.', tools: [echo] }),
};

function problemsOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (!CadenceError.is(error) || !Array.isArray(error.details)) throw error;
    expect(error.code).toBe('PLUGIN_INVALID');
    return error.details.map(({ code, path }) => `${code} ${path}`);
  }
  throw new Error('It was accepted.');
}

// What a plugin written in JavaScript can hand over: types do not hold it back.
const untyped = (value: object): PluginDefinition => Object.assign({}, sound, value);

describe('definePlugin', () => {
  it('fills in what may be left out', () => {
    expect(definePlugin(sound).metadata).toEqual({ ...sound.metadata, capabilities: [] });
  });

  it('takes every field of the metadata, and hands it on as it is', () => {
    const metadata = {
      name: 'Weather',
      version: '1.2.3',
      description: 'Knows the weather.',
      capabilities: ['forecast'],
      llmRequirements: { model: 'openai:x', temperature: 0.2, maxOutputTokens: 500 },
      dependencies: { suncalc: '^1.9.0' },
      responseSchema: z.object({ degrees: z.number() }),
      responseSuggestion: 'Name the place.',
    };
    expect(definePlugin({ ...sound, metadata }).metadata).toEqual(metadata);
    for (const field of ['name', 'version', 'description'] as const) {
      const { [field]: _, ...rest } = metadata;
      expect(problemsOf(() => definePlugin(untyped({ metadata: rest })))).toEqual([
        `PLUGIN_INVALID $.metadata.${field}`,
      ]);
    }
  });

  it('lists everything that is wrong in one error, the agent included', () => {
    const refused = untyped({
      metadata: { name: 'coordinator', version: 'one', description: '', colour: 'red' },
      createAgent: () => defineAgent({ systemPrompt: ' ', tools: [echo, { ...echo, timeoutMs: -1 }] }),
      healthCheck: 'fine',
    });
    expect(problemsOf(() => definePlugin(refused))).toEqual([
      'PLUGIN_INVALID $.metadata.version',
      'PLUGIN_INVALID $.metadata.description',
      'PLUGIN_INVALID $.metadata',
      'PLUGIN_INVALID $.healthCheck',
      'PLUGIN_NAME_INVALID $.metadata.name',
      'AGENT_INVALID $.createAgent().systemPrompt',
      'TOOL_INVALID $.createAgent().tools[1].timeoutMs',
      'TOOL_NAME_TWICE $.createAgent().tools[1].name',
    ]);
  });

  it('says what is wrong in the message too', () => {
    expect(() => definePlugin(untyped({ metadata: { ...sound.metadata, version: '1' } }))).toThrow(
      /"Echo"[\s\S]*\$\.metadata\.version[\s\S]*1\.0\.0/,
    );
  });

  it('refuses a response schema that JSON cannot express', () => {
    const refused = untyped({ metadata: { ...sound.metadata, responseSchema: z.object({ at: z.date() }) } });
    expect(problemsOf(() => definePlugin(refused))).toEqual([
      'RESPONSE_SCHEMA_INVALID $.metadata.responseSchema',
    ]);
  });

  it.each([undefined, null, 'plugin', [], {}])('refuses %j', (value) => {
    expect(problemsOf(() => Reflect.apply(definePlugin, undefined, [value]))).not.toEqual([]);
  });

  it('leaves the agent of a sound plugin for later', () => {
    let made = 0;
    definePlugin({ ...sound, createAgent: () => defineAgent({ systemPrompt: `${++made}`, tools: [] }) });
    expect(made).toBe(0);
  });
});

describe('defineAgent', () => {
  it.each(['route', 'end', 'back', 'goto_math_agent', 'two words', '', 'x'.repeat(65)])(
    'refuses a tool called "%s"',
    (name) => {
      expect(problemsOf(() => defineAgent({ systemPrompt: 'Hi', tools: [{ ...echo, name }] }))).toContain(
        'TOOL_NAME_INVALID $.createAgent().tools[0].name',
      );
    },
  );

  it.each([
    ['a date', z.object({ at: z.date() })],
    ['a list', z.array(z.string())],
  ])('refuses %s as input', (_, input) => {
    expect(problemsOf(() => defineAgent({ systemPrompt: 'Hi', tools: [{ ...echo, input }] }))).toEqual([
      'TOOL_INPUT_INVALID $.createAgent().tools[0].input',
    ]);
  });

  it('refuses retries of a tool that cannot be repeated', () => {
    const retried = (more: object) => () =>
      defineAgent({ systemPrompt: 'Hi', tools: [{ ...echo, retries: 2, ...more }] });
    expect(problemsOf(retried({ idempotent: false, readOnly: false }))).toEqual([
      'TOOL_RETRIES_UNSAFE $.createAgent().tools[0].retries',
    ]);
    expect(retried({ idempotent: true })).not.toThrow();
    expect(retried({ readOnly: true })).not.toThrow();
  });

  it('names a misspelt option of a tool', () => {
    const misspelt = Object.assign({}, echo, { timeout: 5 });
    expect(problemsOf(() => defineAgent({ systemPrompt: 'Hi', tools: [misspelt] }))).toEqual([
      'TOOL_INVALID $.createAgent().tools[0]',
    ]);
  });
});

describe('the node kinds of a plugin', () => {
  const shout = defineKind({
    type: 'ECHO_SHOUT',
    title: 'Shout',
    summary: 'Says it louder.',
    family: 'responder',
    config: z.strictObject({ times: z.number().optional() }),
  });
  const bringing = (kind: object) =>
    untyped({ kinds: [{ kind: { ...shout, ...kind }, behaviour: () => ({ label: null }) }] });

  it('are handed on as they are', () => {
    const kinds: PluginKind[] = [{ kind: shout, behaviour: () => ({ label: null, answer: 'HELLO' }) }];
    expect(definePlugin({ ...sound, kinds }).kinds).toBe(kinds);
  });

  it('have types that begin with the name of the plugin', () => {
    const path = 'KIND_INVALID $.kinds[0].kind.type';
    expect(problemsOf(() => definePlugin(bringing({ type: 'SHOUTING' })))).toEqual([path]);
    expect(problemsOf(() => definePlugin(bringing({ type: 'ECHO_' })))).toEqual([path]);
    expect(problemsOf(() => definePlugin(bringing({ type: 'ECHO_loud' })))).toEqual([path]);
  });

  it('have types of their own', () => {
    const twice = { kind: shout, behaviour: () => ({ label: null }) };
    expect(problemsOf(() => definePlugin({ ...sound, kinds: [twice, twice] }))).toEqual([
      'KIND_INVALID $.kinds[1].kind.type',
    ]);
  });

  it.each([
    ['family', { family: 'tools' }],
    ['icon', { icon: 'unicorn' }],
    ['fixedLabels', { fixedLabels: undefined }],
    ['inline', { inline: true }],
    ['usesAgent', { usesAgent: true }],
    ['configSchema', { configSchema: z.string() }],
  ])('cannot have any %s', (field, kind) => {
    expect(problemsOf(() => definePlugin(bringing(kind)))).toEqual([`KIND_INVALID $.kinds[0].kind.${field}`]);
  });

  it('have a config that JSON can express', () => {
    const configSchema = z.strictObject({ at: z.date() });
    expect(problemsOf(() => definePlugin(bringing({ configSchema })))).toEqual([
      'KIND_INVALID $.kinds[0].kind.config',
    ]);
  });

  it('have a behaviour', () => {
    const path = 'KIND_INVALID $.kinds[0].behaviour';
    expect(problemsOf(() => definePlugin(untyped({ kinds: [{ kind: shout, behaviour: 7 }] })))).toEqual([
      path,
    ]);
    expect(problemsOf(() => definePlugin(untyped({ kinds: 7 })))).toEqual(['KIND_INVALID $.kinds']);
  });
});

describe('the config of a plugin', () => {
  const agentSaying = (systemPrompt: string) => defineAgent({ systemPrompt, tools: [] });
  const polite = definePlugin({
    metadata: sound.metadata,
    config: z.strictObject({ greeting: z.string().default('Hello'), times: z.int().max(3).default(1) }),
    createAgent: ({ config }) => agentSaying(config.greeting.repeat(config.times)),
  });

  it('is what was entered, with the defaults for the rest', () => {
    expect(polite.createAgent().systemPrompt).toBe('Hello');
    expect(polite.createAgent({ config: { times: 2 } }).systemPrompt).toBe('HelloHello');
    const refused = expect.objectContaining({ code: 'INPUT_INVALID' });
    expect(() => polite.createAgent({ config: { times: 4 } })).toThrow(refused);
    expect(() => definePlugin(sound).createAgent({ config: { times: 1 } })).toThrow(refused);
  });

  it.each([
    ['is more than JSON can express', z.strictObject({ since: z.date().default(new Date(0)) })],
    ['is not what was entered', z.strictObject({ tag: z.string().default('').transform(Number) })],
    ['passes over a misspelt field', z.object({ tag: z.string().default('') })],
    [
      'waits for its checks',
      z.strictObject({
        tag: z
          .string()
          .default('')
          .refine(async () => true),
      }),
    ],
  ])('is refused when it %s', (_, config) => {
    expect(problemsOf(() => definePlugin(untyped({ config })))).toContain('CONFIG_INVALID $.config');
  });

  it('is refused when a field needs somebody to set it, or it has no fields', () => {
    const config = z.strictObject({ url: z.url(), tag: z.string().optional() });
    expect(problemsOf(() => definePlugin(untyped({ config })))).toEqual(['CONFIG_INVALID $.config.url']);
    expect(problemsOf(() => definePlugin(untyped({ config: z.string() })))).toEqual([
      'PLUGIN_INVALID $.config',
    ]);
  });
});
