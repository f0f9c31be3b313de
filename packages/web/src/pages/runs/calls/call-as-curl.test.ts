import { execFileSync } from 'node:child_process';
import type { ApiModelCall } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { callAsCurl } from './call-as-curl.ts';

const request: ApiModelCall['request'] = {
  model: 'openai:gpt-5',
  system: 'It\'s $HOME, `ls`, "quoted" and\nbroken.',
  messages: [
    { id: 'a', role: 'user', content: 'What is 2 + 2?' },
    {
      id: 'b',
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'c1', name: 'calculate', args: { expression: '2 + 2' } }],
    },
    { id: 'c', role: 'tool', toolCallId: 'c1', toolName: 'calculate', content: '4' },
  ],
  tools: [{ name: 'calculate', description: 'Calculates', parameters: { type: 'object' } }],
  toolChoice: 'required',
  temperature: 0.2,
  maxOutputTokens: 300,
};

/** What curl would be called with, by a real shell. */
function argumentsOf(command: string): string[] {
  const shown = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    env: { OPENAI_API_KEY: 'key-1', ANTHROPIC_API_KEY: 'key-2' },
    encoding: 'utf8',
  });
  return shown.split('\0').slice(0, -1);
}

it('is a call to OpenAI, whatever the texts have in them', () => {
  const [url, , , , key, , body = ''] = argumentsOf(callAsCurl({ request }));
  expect(url).toBe('https://api.openai.com/v1/chat/completions');
  expect(key).toBe('Authorization: Bearer key-1');
  expect(JSON.parse(body)).toEqual({
    model: 'gpt-5',
    messages: [
      { role: 'system', content: request.system },
      { role: 'user', content: 'What is 2 + 2?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'calculate', arguments: '{"expression":"2 + 2"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '4' },
    ],
    tools: [{ type: 'function', function: request.tools[0] }],
    tool_choice: 'required',
    temperature: 0.2,
    max_completion_tokens: 300,
  });
});

it('is a call to Anthropic where that is the provider', () => {
  const command = callAsCurl({ request: { ...request, model: 'anthropic:claude', note: 'Be short.' } });
  const [url, , , , key, , , , body = ''] = argumentsOf(command);
  expect(url).toBe('https://api.anthropic.com/v1/messages');
  expect(key).toBe('x-api-key: key-2');
  expect(JSON.parse(body)).toMatchObject({
    model: 'claude',
    max_tokens: 300,
    system: request.system,
    tools: [{ name: 'calculate', input_schema: { type: 'object' } }],
    tool_choice: { type: 'any' },
    messages: [
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', input: { expression: '2 + 2' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: '4' }] },
      { role: 'user', content: 'Be short.' },
    ],
  });
});
