import {
  estimateTokens,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Message,
  type ModelRequest,
  type ToolSpec,
} from '@cadence-agents/contracts';
import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offlineModel } from './offline-model.ts';

const { signal } = new AbortController();
const model = offlineModel();

const text = { type: 'string' };
function tool(
  name: string,
  description: string,
  properties: JsonObject,
  required = Object.keys(properties),
): ToolSpec {
  return { name, description, parameters: { type: 'object', properties, required } };
}
const calculate = tool('calculate', 'Works out an arithmetic expression.', { expression: text });
const search = tool('web_search', 'Searches the web for pages about a topic.', { query: text });
const convertTime = tool('convert_time', 'Converts a time of day from one place to another.', {
  time: text,
  from: { type: 'string', description: 'IANA time zone' },
  to: { type: 'string', description: 'IANA time zone' },
});
const end = tool('end', 'Close the conversation.', { answer: text }, []);
const route = (...next: string[]) =>
  tool('route', 'Hand the conversation over.', { next: { type: 'string', enum: next }, reason: text }, [
    'next',
  ]);
const goto = (slug: string, description: string) => tool(`goto_${slug}`, description, {});

const user = (content: string): Message => ({ id: 'u1', role: 'user', content });
const said = (content: string, agent: string): Message => ({
  id: `a-${agent}`,
  role: 'assistant',
  content,
  agent,
});
function worked(name: string, args: Record<string, JsonValue>, content: string, isError = false): Message[] {
  const id = `c-${name}-${content}`;
  return [
    { id: `m-${id}`, role: 'assistant', content: '', toolCalls: [{ id, name, args }] },
    { id: `r-${id}`, role: 'tool', toolCallId: id, toolName: name, content, isError },
  ];
}

const ask = (messages: Message[], tools: ToolSpec[] = [], rest: Partial<ModelRequest> = {}) =>
  model.generate({ system: '', messages, tools, ...rest }, { signal });
const callsOf = async (...given: Parameters<typeof ask>) =>
  (await ask(...given)).toolCalls.map(({ name, args }) => ({ name, args }));

describe('the offline model with tools', () => {
  it('calls the tool that the question asks for', async () => {
    const reply = await ask([user('What is 15 * 23?')], [search, calculate]);
    expect(reply).toMatchObject({
      content: '',
      toolCalls: [{ id: 'offline_u1_1', name: 'calculate', args: { expression: '15 * 23' } }],
      finishReason: 'tool_calls',
      model: 'offline',
    });
  });

  it('answers with the result, and says what it is', async () => {
    const reply = await ask(
      [user('What is 15 * 23?'), ...worked('calculate', { expression: '15 * 23' }, '345')],
      [search, calculate],
    );
    expect(reply.content).toMatch(/^Here is what I found: 15 \* 23 = 345\.\n\nBy the way.*offline model/);
    expect(reply.toolCalls).toEqual([]);
    expect(reply.finishReason).toBe('stop');
  });

  it('says what it is once in a conversation', async () => {
    const first = [user('What is 1 + 1?'), ...worked('calculate', { expression: '1 + 1' }, '2')];
    const { content } = await ask(first, [calculate]);
    const next = { ...user('And 2 + 2?'), id: 'u2' };
    const answered = [...first, said(content, 'clerk'), next];
    const again = await ask([...answered, ...worked('calculate', { expression: '2 + 2' }, '4')], [calculate]);
    expect(again.content).toBe('Here is what I found: 2 + 2 = 4.');
    const lost = await ask([...answered.slice(0, -1), user('Write me a poem')], [calculate]);
    expect(lost.content).toMatch(/^I found nothing that I could do here\. I can use: calculate/);
    const greeted = await ask([...answered.slice(0, -1), user('Hello')], [calculate]);
    expect(greeted.content).toMatch(/^Hello again!/);
    // What an agent said to others alone is said again to the one who asked.
    const reworded = await ask([user('What is 1 + 1?'), said(content, 'math')], []);
    expect(reworded.content).toBe(content);
  });

  it('gives a time converter its time and zones', async () => {
    const calls = await callsOf(
      [user('What time is it in Tokyo when it is 9:00 in New York?')],
      [calculate, search, convertTime],
    );
    expect(calls).toEqual([
      { name: 'convert_time', args: { time: '09:00', from: 'America/New_York', to: 'Asia/Tokyo' } },
    ]);
  });

  it('does every part of a question', async () => {
    const question = user('Search for async programming and calculate 2026 - 2018');
    expect(await callsOf([question], [search, calculate])).toEqual([
      { name: 'web_search', args: { query: 'async programming' } },
      { name: 'calculate', args: { expression: '2026 - 2018' } },
    ]);
    expect(await callsOf([question], [search])).toEqual([
      { name: 'web_search', args: { query: 'async programming' } },
    ]);
    const searched = worked('web_search', { query: 'async programming' }, 'Pages.');
    expect(await callsOf([question, ...searched], [search, calculate])).toEqual([
      { name: 'calculate', args: { expression: '2026 - 2018' } },
    ]);
    const both = [question, ...searched, ...worked('calculate', { expression: '2026 - 2018' }, '8')];
    const reply = await ask(both, [search, calculate]);
    expect(reply.content).toContain('Pages.');
    expect(reply.content).toContain('2026 - 2018 = 8.');
  });

  it('does not repeat a call that failed, but tells of it', async () => {
    const messages = [
      user('What is 1 / 0?'),
      ...worked('calculate', { expression: '1 / 0' }, 'Division by zero', true),
    ];
    expect((await ask(messages, [calculate])).content).toContain('calculate failed: Division by zero');
  });

  it('answers only the last question', async () => {
    const messages = [
      user('What is 1 + 1?'),
      ...worked('calculate', { expression: '1 + 1' }, '2'),
      user('And 2 + 2?'),
    ];
    expect(await callsOf(messages, [calculate])).toEqual([
      { name: 'calculate', args: { expression: '2 + 2' } },
    ]);
  });

  it('puts JSON results into words', async () => {
    const result = JSON.stringify({
      results: [
        { title: 'A', url: 'http://a' },
        { title: 'B', url: null },
      ],
    });
    const reply = await ask(
      [user('Search for x'), ...worked('web_search', { query: 'x' }, result)],
      [search],
    );
    expect(reply.content).toContain('web_search (x): A; B.');
    const sum = await ask(
      [user('1+1'), ...worked('calculate', { expression: '1+1' }, '{"result":2}')],
      [calculate],
    );
    expect(sum.content).toContain('1+1 = 2.');
  });

  it('says what it can do and what real answers need when nothing matches, without operator text', async () => {
    const { content, toolCalls } = await ask([user('Write me a poem')], [calculate]);
    expect(toolCalls).toEqual([]);
    expect(content).toMatch(/offline model.*calculate \(Works out an arithmetic expression\).*a real model/s);
    expect(content).not.toMatch(/CADENCE_|KEY|openai/);
  });

  it.each(['hello', 'Hi there!', 'Guten Tag'])('greets back and says what it can do: %s', async (text) => {
    const { content } = await ask([user(text)], [calculate]);
    expect(content).toMatch(/^Hello!.*offline model.*\*\*calculate\*\*: Works out.*a real model/s);
    expect((await ask([user(text)], [])).content).toMatch(/^Hello!.*15 \* 23/s);
    expect(content).not.toMatch(/CADENCE_|KEY|openai/);
  });

  it('calls no tool when told not to, and some tool when told to', async () => {
    expect(await callsOf([user('What is 1 + 1?')], [calculate], { toolChoice: 'none' })).toEqual([]);
    expect(await callsOf([user('hello')], [search], { toolChoice: 'required' })).toEqual([
      { name: 'web_search', args: { query: 'hello' } },
    ]);
  });
});

describe('the offline model as a router', () => {
  const tools = [route('math', 'library'), end];
  const system =
    'Call the tool "route" with one of:\n- math: arithmetic and numbers\n- library: finds books and pages';

  it('picks the option that the question asks for', async () => {
    expect(await callsOf([user('What is 2 + 2?')], tools, { system })).toMatchObject([
      { name: 'route', args: { next: 'math' } },
    ]);
    expect(await callsOf([user('Who wrote the best books?')], tools, { system })).toMatchObject([
      { name: 'route', args: { next: 'library' } },
    ]);
  });

  it('ends when the answer is there', async () => {
    const reply = await ask([user('What is 2 + 2?'), said('It is 4.', 'Adder')], tools, { system });
    expect(reply).toMatchObject({ content: '', toolCalls: [{ name: 'end', args: {} }] });
  });

  it('ends by an option of that name where there is no such tool, and never mistakes it for an agent', async () => {
    const withEnd = [route('math', 'END')];
    expect(
      await callsOf([user('What is 2 + 2?'), said('It is 4.', 'Adder')], withEnd, { system }),
    ).toMatchObject([{ name: 'route', args: { next: 'END' } }]);
    const reply = await ask([user('How does the story end?')], withEnd, { system });
    expect(reply.content).toContain('offline model');
    expect(reply.toolCalls).toMatchObject([{ name: 'route', args: { next: 'END' } }]);
  });

  it('goes on to whoever has a part left', async () => {
    const messages = [user('What is 2 + 2 and who wrote the best books?'), said('It is 4.', 'math')];
    expect(await callsOf(messages, tools, { system })).toMatchObject([
      { name: 'route', args: { next: 'library' } },
    ]);
  });

  it('answers and ends in one reply once its own tool has the result', async () => {
    const messages = [user('What is 2 + 2?'), ...worked('calculate', { expression: '2 + 2' }, '4')];
    const reply = await ask(messages, [calculate, ...tools], { system });
    expect(reply.content).toContain('2 + 2 = 4.');
    expect(reply.toolCalls).toMatchObject([{ name: 'end' }]);
  });
});

describe('the offline model as a coordinator', () => {
  const tools = [
    goto('math_agent', 'Arithmetic and calculations.'),
    goto('search_agent', 'Finds pages on the web.'),
    goto('finalize', 'Write the answer.'),
  ];
  const question = user('Search for async programming and calculate 2026 - 2018');

  it('sends each part to its agent, one after the other, and then finalises', async () => {
    expect(await callsOf([question], tools)).toEqual([{ name: 'goto_search_agent', args: {} }]);
    const searched = [
      ...worked('goto_search_agent', {}, 'search'),
      ...worked('web_search', { query: 'async programming' }, 'Pages.'),
    ];
    expect(await callsOf([question, ...searched], tools)).toEqual([{ name: 'goto_math_agent', args: {} }]);
    const calculated = [
      ...worked('goto_math_agent', {}, 'math'),
      ...worked('calculate', { expression: '2026 - 2018' }, '8'),
    ];
    expect(await callsOf([question, ...searched, ...calculated], tools)).toEqual([
      { name: 'goto_finalize', args: {} },
    ]);
    const answer = await ask([question, ...searched, ...calculated], []);
    expect(answer.content).toContain('2026 - 2018 = 8.');
    expect(answer.content).not.toContain('goto');
  });

  it('finalises at once what no agent can do', async () => {
    expect(await callsOf([user('hello')], tools)).toEqual([{ name: 'goto_finalize', args: {} }]);
  });

  it('passes on what agents said when there are no results', async () => {
    const reply = await ask([user('Who are you?'), said('I am the greeter.', 'greeter')], []);
    expect(reply.content).toContain('I am the greeter.');
  });
});

describe('the offline model, asked for JSON', () => {
  it('fills the schema from the question and the answer', async () => {
    const responseSchema: JsonObject = {
      type: 'object',
      properties: {
        answer: text,
        mood: { type: 'string', enum: ['calm', 'angry'] },
        amount: { type: 'number' },
        tags: { type: 'array', items: text },
      },
      required: ['answer', 'mood', 'amount', 'tags'],
    };
    const { content } = await ask([user('I am angry about 3 things')], [], { responseSchema });
    const value: unknown = JSON.parse(content);
    expect(value).toMatchObject({
      mood: 'angry',
      amount: 3,
      answer: expect.stringContaining('offline model'),
    });
    expect(value).toHaveProperty('tags');
  });
});

describe('the offline model as a chat model', () => {
  it('streams its text word by word', async () => {
    const texts: string[] = [];
    const request: ModelRequest = { system: '', messages: [user('hello')], tools: [] };
    const reply = await model.generate(request, { signal, onText: (piece) => texts.push(piece) });
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.join('')).toBe(reply.content);
    expect(reply.usage.outputTokens).toBe(estimateTokens(reply.content));
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    let words = 0;
    const onText = () => {
      words += 1;
      if (words === 3) controller.abort(new Error('enough'));
    };
    const request: ModelRequest = { system: '', messages: [user('hello')], tools: [] };
    await expect(model.generate(request, { signal: controller.signal, onText })).rejects.toThrow('enough');
    expect(words).toBe(3);
  });
});

const vocabulary = fc.constantFrom(
  ...'What is 15 * 23 ? seven times Tokyo New York 9:00 search for calculate and ( ) + - https://a.example "quoted" café 👋 2026-11-15 to from in percent of'.split(
    ' ',
  ),
);
const question = fc.oneof(
  fc.array(vocabulary, { maxLength: 15 }).map((words) => words.join(' ')),
  fc.string(),
);
const scalar = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'string', enum: ['celsius', 'fahrenheit'] },
  { type: 'string', format: 'date' },
  { type: 'number' },
  { type: 'integer', minimum: 3, maximum: 5 },
  { type: 'boolean' },
  { type: 'array', items: { type: 'string' }, minItems: 1 },
  { anyOf: [{ type: 'null' }, { type: 'number' }] },
);
const property = fc.constantFrom(
  'expression',
  'query',
  'time',
  'from',
  'to',
  'city',
  'timezone',
  'limit',
  '__proto__',
);
const anyTool: fc.Arbitrary<ToolSpec> = fc
  .record({
    name: fc.constantFrom('calculate', 'web_search', 'convert_time', 'goto_math_agent', 'end', 'route', 'x'),
    description: fc.oneof(fc.string(), fc.constant('Searches the web.')),
    properties: fc.uniqueArray(fc.tuple(property, scalar), { selector: ([name]) => name, maxLength: 4 }),
    optional: fc.boolean(),
  })
  .map(({ name, description, properties, optional }) =>
    tool(name, description, Object.fromEntries(properties), optional ? [] : properties.map(([each]) => each)),
  );

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

function fits(value: JsonValue | undefined, schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return false;
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((each) => fits(value, each));
  if (Array.isArray(schema.enum)) return schema.enum.some((each) => each === value);
  if (schema.type === 'array') return Array.isArray(value) && value.length > 0;
  if (schema.type === 'integer') return Number.isInteger(value) && Number(value) >= 3 && Number(value) <= 5;
  if (schema.format === 'date') return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return schema.type === 'null' ? value === null : typeof value === schema.type;
}

describe('the offline model, whatever it is asked', () => {
  it('replies with text or with calls that fit their schemas, the same each time', async () => {
    const toolChoice = fc.constantFrom<'auto' | 'required' | 'none'>('auto', 'required', 'none');
    const tools = fc.uniqueArray(anyTool, { selector: ({ name }) => name, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(question, tools, toolChoice, async (content, offered, choice) => {
        const reply = await ask([user(content)], offered, { toolChoice: choice });
        expect(reply).toEqual(await ask([user(content)], offered, { toolChoice: choice }));
        expect(reply.content !== '' || reply.toolCalls.length > 0).toBe(true);
        for (const call of reply.toolCalls) {
          const spec = offered.find(({ name }) => name === call.name);
          const schemas = Object.entries(objectOf(spec?.parameters.properties));
          const required = spec?.parameters.required;
          expect(required).toEqual(
            Array.isArray(required) ? required.filter((name) => Object.hasOwn(call.args, String(name))) : [],
          );
          for (const [name, value] of Object.entries(call.args)) {
            const schema = new Map(schemas).get(name);
            if (call.name !== 'route')
              expect([name, value, fits(value, schema)]).toEqual([name, value, true]);
          }
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
