import { CadenceError } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineAgent } from '../define-agent.ts';
import { definePlugin } from '../define-plugin.ts';
import { tool } from '../tool.ts';
import { callTool } from './call-tool.ts';
import { runPlugin } from './run-plugin.ts';
import { scriptedModel } from './scripted-model.ts';

const sums = definePlugin({
  metadata: { name: 'Sums', version: '1.0.0', description: 'Adds.' },
  createAgent: () =>
    defineAgent({
      systemPrompt: 'You add numbers.',
      tools: [
        tool({
          name: 'add',
          description: 'Adds two numbers.',
          input: z.object({ a: z.number(), b: z.number().default(1) }),
          run: ({ a, b }) => ({ sum: a + b }),
        }),
        tool({
          name: 'who',
          description: 'Names the user.',
          input: z.object({}),
          run: (_, { userId }) => userId ?? 'nobody',
        }),
        tool({
          name: 'fail',
          description: 'Fails.',
          input: z.object({}),
          run: () => {
            throw new Error('secret');
          },
        }),
      ],
    }),
});
const call = (name: string, args = {}) => ({ toolCalls: [{ name, args }] });

describe('runPlugin', () => {
  it('takes turns between the model and its tools until there is an answer', async () => {
    const model = scriptedModel([call('add', { a: 15, b: 23 }), 'It is 38.']);
    const run = await runPlugin(sums, { model, message: 'What is 15 + 23?' });
    expect(run.answer).toBe('It is 38.');
    expect(run.toolCalls).toEqual([{ name: 'add', args: { a: 15, b: 23 }, output: '{"sum":38}' }]);
    expect(run.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'What is 15 + 23?'],
      ['assistant', ''],
      ['tool', '{"sum":38}'],
      ['assistant', 'It is 38.'],
    ]);
    expect(model.requests[0]).toMatchObject({
      system: 'You add numbers.',
      tools: [{ name: 'add', parameters: { type: 'object', required: ['a'] } }, {}, {}],
    });
    expect(model.requests[1]?.messages).toHaveLength(3);
  });

  it('tells the model what does not fit, and goes on', async () => {
    const run = await runPlugin(sums, { script: [call('add', { a: 'x' }), 'Sorry.'], message: 'Add x' });
    expect(run.messages[2]).toMatchObject({ isError: true, content: expect.stringContaining('a') });
    expect(run.answer).toBe('Sorry.');
  });

  it('keeps the text of an error from the model, and hands the error to the test', async () => {
    const run = await runPlugin(sums, { script: [call('fail'), 'Sorry.'], message: 'Fail' });
    expect(JSON.stringify(run.messages)).not.toContain('secret');
    expect(run.toolCalls[0]?.error).toEqual(new Error('secret'));
  });

  it('tells the tools who the user is', async () => {
    const run = await runPlugin(sums, { script: [call('who'), 'Hi'], message: 'Who am I?', userId: 'ann' });
    expect(run.toolCalls[0]?.output).toBe('ann');
  });

  it('stops after ten rounds', async () => {
    const script = Array.from({ length: 11 }, () => call('who'));
    const model = scriptedModel(script);
    await expect(runPlugin(sums, { model, message: 'Again' })).rejects.toThrow('within 10 rounds');
    expect(model.requests).toHaveLength(10);
  });

  it('says when the script is too short', async () => {
    await expect(runPlugin(sums, { script: [call('who')], message: 'Who?' })).rejects.toThrow(
      'The script has 1 replies',
    );
  });
});

describe('callTool', () => {
  it('calls a tool with checked arguments and their defaults', async () => {
    expect(await callTool(sums, 'add', { a: 2 })).toEqual({ sum: 3 });
  });

  it('throws what the tool throws', async () => {
    await expect(callTool(sums, 'fail', {})).rejects.toThrow('secret');
  });

  it('names what does not fit, and the tools that there are', async () => {
    await expect(callTool(sums, 'add', { a: '2' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    const missing = await callTool(sums, 'subtract', {}).catch((error: unknown) => error);
    expect(CadenceError.is(missing) && missing.hint).toBe('It has: add, who, fail.');
  });
});
