import type { Message, ModelRequest } from '@cadence/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

const bodyOf = (given: ModelRequest, stream = false) =>
  JSON.parse(openaiRequestBody('m', given, stream).toString());

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

  it('has the provider hold the model to a schema that it takes so', () => {
    const closed = { type: 'object', properties: {}, required: [], additionalProperties: false };
    expect(bodyOf({ ...request, responseSchema: closed }).response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'reply', strict: true, schema: closed },
    });
  });
});
