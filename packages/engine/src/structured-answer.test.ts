// Answers with a structured part: shown while they are written, checked, mended once, and in words whatever happens.
import { CadenceError, type RunEvent } from '@cadence-agents/contracts';
import type { ScriptedReply } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { coordinate, goto, math, plugin, use } from './coordinator.fixture.ts';
import { answerForm, readStructured } from './nodes/structured-answer.ts';

const sources = z.array(z.object({ title: z.string(), page: z.number().optional() }));
const search = plugin('search', ['search'], { responseSchema: sources });
const words = 'asyncio came in 2014.';
const good = JSON.stringify({ answer: words, search: [{ title: 'asyncio' }] });
const wrong = JSON.stringify({ answer: words, search: { bogus: 3 } });
const away = new CadenceError('MODEL_UNAVAILABLE', 'Model "x" is not available (HTTP 503).');

const answered = async (synthesizer: ScriptedReply[], structured: 'model' | 'prompt' = 'model') => {
  const ended = await coordinate(
    {
      coordinator: [goto('search_agent'), goto('finalize')],
      search: [use('search', { query: 'asyncio' }), 'Found.'],
      synthesizer,
    },
    { plugins: [math, search], settings: { structured }, message: 'Since when is there asyncio?' },
  );
  return { ...ended, shown: shownIn(ended.events), asked: ended.requests('synthesizer') };
};

/** The answer as whoever follows the run sees it. */
const shownIn = (events: readonly RunEvent[]): string =>
  events.reduce((shown, { type, data }) => {
    if (type === 'on_custom_event' && data.status === 'answer_restarted') return '';
    return type === 'on_chat_model_stream' ? shown + data.chunk : shown;
  }, '');

describe('a structured answer', () => {
  it.each([
    ['alone', [good]],
    ['in a fence', [`\`\`\`json\n${good}\n\`\`\``]],
    ['in prose', [`Here it is: ${good} Anything else?`]],
    ['with a comma too many', [good.replace(']}', '],}')]],
    ['as text in JSON', [JSON.stringify(good)]],
    ['after thoughts', [`<think>{"answer":"no"}</think>${good}`]],
    ['with more than was asked for', [good.replace('}]}', '}],"mood":"fine"}')]],
    ['when asked again after a part that does not fit', [wrong, good]],
    ['when asked again after a part alone', ['{"search":{"bogus":3}}', good]],
    ['when asked again after prose', ['Well, since 2014.', good]],
    ['when asked again after broken JSON', [good.slice(0, -9), good]],
    ['when asked again after nothing', ['', good]],
    ['when asked again without words', ['{"answer":" ","search":[]}', good]],
  ])('is taken %s', async (_, replies) => {
    const { answer, structured, status, shown, degraded, asked, receipts } = await answered(replies);
    expect({ answer, structured, status, shown, degraded }).toEqual({
      answer: words,
      structured: { search: [{ title: 'asyncio' }] },
      status: 'completed',
      shown: words,
      degraded: [],
    });
    expect(asked).toHaveLength(replies.length);
    expect(receipts.at(-1)?.warning).toBeUndefined();
  });

  it.each<[string, ScriptedReply[]]>([
    ['a part that does not fit', [wrong, wrong]],
    ['a part that does not fit, then no words', [wrong, '{"search":7}']],
    ['a part that does not fit, then prose', [wrong, 'Sorry.']],
    ['a part that does not fit, then nothing', [wrong, '']],
    ['a part that does not fit, and the model is down', [wrong, away]],
    ['a part that is missing', [`{"answer":"${words}"}`, `{"answer":"${words}"}`]],
    ['JSON that is cut off', [good.slice(0, -9), good.slice(0, -3)]],
    ['JSON that is cut off in a fence', [`Sure:\n\`\`\`json\n${good.slice(0, -9)}`, '```json\n{"answer":']],
    ['prose', [words, words]],
    ['half a character in a part', [good.replace('"asyncio"', '"\\ud800"'), wrong]],
  ])('is left out after %s, and the words stand', async (_, replies) => {
    const { answer, structured, status, shown, degraded, asked, receipts, events } = await answered(replies);
    expect({ answer, status, shown, degraded }).toEqual({
      answer: words,
      status: 'completed',
      shown: words,
      degraded: ['structure_missing'],
    });
    expect(structured).toBeUndefined();
    expect(asked).toHaveLength(2);
    expect(receipts.at(-1)?.warning).toContain('The structured part is left out');
    expect(events.at(-1)?.data).not.toHaveProperty('structured');
  });

  it.each<[string, ScriptedReply[]]>([
    ['a part alone', ['{"search":{"bogus":3}}', '{"search":{"bogus":3}}']],
    ['nothing', ['', '']],
    ['a fence with something else', ['```json\n[1, 2]\n```', '```\nprint("2014")\n```']],
  ])('without words is written from what was found: %s, twice', async (_, replies) => {
    const { answer, status, degraded, asked } = await answered(replies);
    expect(answer).toContain('asyncio came in 2014');
    expect(answer).not.toMatch(/[{}`]/);
    expect({ status, degraded }).toEqual({ status: 'completed', degraded: ['answer_without_model'] });
    expect(asked).toHaveLength(2);
  });

  it.each(['model', 'prompt'] as const)(
    'tells the model all that is wrong, and the form (%s)',
    async (mode) => {
      const { asked, events } = await answered(['{"search":{"bogus":3}}', good], mode);
      const told = asked[1]?.messages.at(-1)?.content ?? '';
      for (const part of ['"answer" is missing', '"search" does not fit', 'JSON Schema', '{"bogus":3}'])
        expect(told).toContain(part);
      const unusable = events.flatMap(({ type, data }) =>
        type === 'on_custom_event' && data.status === 'reply_unusable' ? [data] : [],
      );
      expect(unusable).toHaveLength(1);
    },
  );

  it('shows other words when those that were shown turn out to be cut off', async () => {
    const { shown, answer, events } = await answered(['{"answer":"They say "hi"","search":[]}', good]);
    expect({ shown, answer }).toEqual({ shown: words, answer: words });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'on_custom_event',
        data: expect.objectContaining({ status: 'answer_restarted' }),
      }),
    );
  });

  it('is shown from the same chunk of the model on as one of text', async () => {
    const first = async (slug: 'math' | 'search', reply: string) => {
      const { events } = await coordinate(
        { coordinator: [goto(`${slug}_agent`), goto('finalize')], [slug]: ['Found.'], synthesizer: [reply] },
        { plugins: [math, search] },
      );
      const at = events.findIndex(({ type }) => type === 'on_chat_model_stream');
      const start = events.findLastIndex(({ type }, index) => index < at && type === 'on_chat_model_start');
      const chunks = events.flatMap(({ type, data }) =>
        type === 'on_chat_model_stream' ? [data.chunk] : [],
      );
      return { before: at - start - 1, chunks };
    };
    const text = await first('math', words);
    const structured = await first('search', good);
    expect(structured).toEqual(text);
    expect(structured.chunks.length).toBeGreaterThan(2);
  });
});

describe('the form of an answer', () => {
  const agent = (id: string, schema: z.ZodType) => ({
    id,
    name: id,
    systemPrompt: '',
    responseSchema: z.json().parse(z.toJSONSchema(schema)) as Record<string, never>,
  });
  interface Tree {
    name: string;
    below: Tree[];
  }
  const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), below: z.array(tree) }));

  it('has the words first, so that they can be shown first', () => {
    const form = answerForm([agent('a', z.string())]);
    expect(Object.keys(Object(form?.schema.properties))).toEqual(['answer', 'a']);
  });

  it('keeps the references of a part, and checks by them', () => {
    const form = answerForm([agent('tree', tree)]);
    expect(JSON.stringify(form?.schema)).toMatch(/"\$ref":"#\/properties\/tree[^"]*"/);
    if (!form) throw new Error('There is no form.');
    const reply = (leaf: object) => JSON.stringify({ answer: 'a', tree: { name: 'a', below: [leaf] } });
    expect(readStructured(reply({ name: 'b', below: [] }), form).problems).toEqual([]);
    expect(readStructured(reply({ name: 7, below: [] }), form).problems).toHaveLength(1);
  });

  it('does not run the patterns of a schema', () => {
    const form = answerForm([agent('a', z.string().regex(/^(a+)+$/))]);
    if (!form) throw new Error('There is no form.');
    const reply = JSON.stringify({ answer: 'a', a: `${'a'.repeat(45)}!` });
    expect(readStructured(reply, form).problems).toEqual([]);
  });
});
