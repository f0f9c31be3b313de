import type { Message, ModelRequest } from '@cadence-agents/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OpenaiDialect, openaiDialect } from './dialect.ts';
import { openaiRequestBody } from './request.ts';

const messages: Message[] = [
  { id: '1', role: 'user', content: 'What is 15 * 23?' },
  {
    id: '2',
    role: 'assistant',
    content: '',
    agent: 'math agent (é)!',
    toolCalls: [{ id: 'c1', name: 'calculate', args: { expression: '15 * 23' } }],
  },
  { id: '3', role: 'tool', toolCallId: 'c1', toolName: 'calculate', content: '345' },
  { id: '4', role: 'assistant', content: 'It is "345".\n\ud800', agent: '' },
];
const request: ModelRequest = { system: 'Be brief.', messages, tools: [] };

const openai = openaiDialect('gpt-4.1', 'api.openai.com');
const local = openaiDialect('llama', '127.0.0.1');

const bodyOf = (given: ModelRequest, stream = false, dialect = openai) =>
  JSON.parse(openaiRequestBody('m', given, stream, dialect).toString());

describe('openaiRequestBody', () => {
  it('maps every kind of message', () => {
    expect(bodyOf(request)).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is 15 * 23?' },
        {
          role: 'assistant',
          content: null,
          name: 'math_agent_',
          tool_calls: [
            {
              id: 'c1',
              type: 'function',
              function: { name: 'calculate', arguments: '{"expression":"15 * 23"}' },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: '345' },
        { role: 'assistant', content: 'It is "345".\n\ud800' },
      ],
    });
  });

  it('cuts a long agent name and leaves an empty system prompt out', () => {
    const long: Message = { id: '1', role: 'assistant', content: 'x', agent: 'a'.repeat(100) };
    expect(bodyOf({ system: '', messages: [long], tools: [] }).messages).toEqual([
      { role: 'assistant', content: 'x', name: 'a'.repeat(64) },
    ]);
  });

  it('sends empty arguments for a call whose own were malformed', () => {
    const broken: Message = {
      id: '1',
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'c1', name: 'calculate', args: {}, malformed: '{"expr' }],
    };
    expect(bodyOf({ system: '', messages: [broken], tools: [] }).messages[0].tool_calls[0].function).toEqual({
      name: 'calculate',
      arguments: '{}',
    });
  });

  it('sends tools, the choice among them, the schema and the limits', () => {
    const parameters = { type: 'object', properties: { expression: { type: 'string' } } };
    const body = bodyOf(
      {
        ...request,
        tools: [{ name: 'calculate', description: 'Does arithmetic.', parameters }],
        toolChoice: 'required',
        responseSchema: { type: 'object' },
        temperature: 0,
        maxOutputTokens: 100,
      },
      true,
    );
    expect(body).toMatchObject({
      tools: [
        { type: 'function', function: { name: 'calculate', description: 'Does arithmetic.', parameters } },
      ],
      tool_choice: 'required',
      response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: { type: 'object' } } },
      temperature: 0,
      max_completion_tokens: 100,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('repeats earlier turns as they were, however the conversation goes on', () => {
    // What was said, how it is sent, and whether an earlier message is replaced or the oldest one left out.
    const move = fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const),
      content: fc.string({ unit: 'binary', minLength: 1 }),
      edit: fc.constantFrom('none', 'none', 'none', 'replace', 'drop'),
      onlyUsers: fc.boolean(),
    });
    const plain = (given: readonly Message[]) => given.map(({ role, content }) => ({ role, content }));
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
        let said: Message[] = [];
        for (const [index, { role, content, edit, onlyUsers }] of moves.entries()) {
          if (edit === 'drop') said = said.slice(1);
          if (edit === 'replace')
            said = said.map((message, at) => (at === 0 ? { id: 'r', role, content } : message));
          said = [...said, { id: `${index}`, role, content }];
          const sent = onlyUsers ? said.filter((message) => message.role === 'user') : said;
          expect(bodyOf({ system: '', messages: sent, tools: [] }).messages).toEqual(plain(sent));
        }
      }),
    );
  });

  it('does not mention a choice among no tools', () => {
    expect(bodyOf({ ...request, toolChoice: 'required' })).not.toHaveProperty('tool_choice');
  });

  describe('a note', () => {
    const noted = { ...request, note: 'Today is Monday.' };
    const contents = (dialect: OpenaiDialect, given: ModelRequest = noted) =>
      bodyOf(given, false, dialect).messages.map(({ role, content }: Record<string, string>) => [
        role,
        content,
      ]);

    it('comes after the conversation, so that the cache of the provider holds all before it', () => {
      expect(contents(openai).at(-1)).toEqual(['system', 'Today is Monday.']);
      const withNote = openaiRequestBody('m', noted, false, openai).toString();
      const without = openaiRequestBody('m', request, false, openai).toString();
      expect(withNote.startsWith(without.slice(0, without.lastIndexOf(']')))).toBe(true);
    });

    it('stands with the question where a system message may only come first', () => {
      const roles = contents(local).map(([role]: string[]) => role);
      expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant']);
      expect(contents(local)[1]?.[1]).toMatch(
        /^What is 15 \* 23\?\n\n<note from=.*>\nToday is Monday\.\n<\/note>$/,
      );
      // It is of this call alone: the message itself stays as it was.
      expect(contents(local, request)[1]?.[1]).toBe('What is 15 * 23?');
    });

    it('is all there is where nothing was said', () => {
      expect(contents(local, { ...noted, messages: [] })).toEqual([
        ['system', 'Be brief.'],
        ['user', expect.stringContaining('Today is Monday.')],
      ]);
    });
  });

  it('names who said it where the model is not shown the field for that', () => {
    const others: Message = { id: '5', role: 'assistant', content: 'Found it.', agent: 'search' };
    const own: Message = { id: '6', role: 'assistant', content: 'Thanks.', agent: 'math' };
    const calling: Message = {
      ...others,
      id: '7',
      content: ' ',
      toolCalls: [{ id: 'c', name: 'x', args: {} }],
    };
    const said = (dialect: OpenaiDialect, speaker?: string) =>
      bodyOf({ ...request, messages: [others, own, calling], ...(speaker && { speaker }) }, false, dialect)
        .messages.slice(1)
        .map(({ content }: { content: string }) => content);
    expect(said(local, 'math')).toEqual(['[search] Found it.', 'Thanks.', null]);
    expect(said(local, 'search')).toEqual(['Found it.', '[math] Thanks.', ' ']);
    expect(said(local)).toEqual(['Found it.', 'Thanks.', ' ']);
    expect(said(openai, 'math')).toEqual(['Found it.', 'Thanks.', ' ']);
    // Earlier turns are the same for all, so that their bytes can be kept.
    const later: Message = { id: '8', role: 'user', content: 'And?' };
    const earlier = { ...request, messages: [others, later, { ...others, id: '9' }], speaker: 'math' };
    const contents = bodyOf(earlier, false, local).messages.map(
      ({ content }: { content: string }) => content,
    );
    expect(contents).toEqual(['Be brief.', 'Found it.', 'And?', '[search] Found it.']);
  });

  it.each([
    ['o3', 'api.openai.com', 'max_completion_tokens', false],
    ['o4-mini', 'api.openai.com', 'max_completion_tokens', false],
    ['gpt-5-mini', 'example.openai.azure.com', 'max_completion_tokens', false],
    ['openai/o3', 'openrouter.ai', 'max_completion_tokens', false],
    ['gpt-4.1', 'api.openai.com', 'max_completion_tokens', true],
    ['gpt-5-chat-latest', 'api.openai.com', 'max_completion_tokens', true],
    ['qwen3', 'localhost', 'max_tokens', true],
    ['deepseek-chat', 'api.deepseek.com', 'max_tokens', true],
    ['qwen3', 'notopenai.com', 'max_tokens', true],
  ])('sends %s at %s the limit as %s, and a temperature: %s', (model, host, field, takesTemperature) => {
    const given = { ...request, temperature: 0.2, maxOutputTokens: 7 };
    const body = bodyOf(given, false, openaiDialect(model, host));
    const limits = Object.entries(body).filter(([key]) => key.startsWith('max_'));
    expect(limits).toEqual([[field, 7]]);
    expect('temperature' in body).toBe(takesTemperature);
  });

  it('has the provider hold the model to a schema that it takes so', () => {
    const closed = { type: 'object', properties: {}, required: [], additionalProperties: false };
    expect(bodyOf({ ...request, responseSchema: closed }).response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'reply', strict: true, schema: closed },
    });
  });
});
