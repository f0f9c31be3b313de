// Secrets that are known by their value reach nobody, whoever says them.
import type { RunEvent, Tool } from '@cadence-agents/contracts';
import { type Script, scriptedModel } from '@cadence-agents/testkit';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { runTurn } from './conversation/run-turn.ts';
import { secretValues } from './masking/secret-values.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';
import { sketch } from './workflow.fixture.ts';

const key = 'k7-no-known-form-of-a-key';
const leak: Tool = {
  name: 'leak',
  description: 'Says too much.',
  input: z.looseObject({}),
  run: (args, { emit, log }) => {
    emit({ said: key });
    log(`with ${key}`, { key });
    return { key, args: JSON.stringify(args) };
  },
};

async function run(script: Script, tools: Tool[] = [leak]) {
  const toolNodes = tools.length > 0 ? ['tools'] : [];
  const definition = sketch({
    agents: { agent: { tools: tools.map(({ name }) => name) } },
    toolNodes,
    edges: tools.length > 0 ? [['agent', 'tools', 'tools']] : [],
  });
  const secrets = secretValues([key]);
  const model = scriptedModel(script);
  const workflow = compileWorkflow(definition, { model: () => model, tools, secrets });
  const events: RunEvent[] = [];
  const said: unknown[] = [];
  const tell = (...line: unknown[]) => void said.push(line);
  const log = { debug: tell, info: tell, warn: tell, error: tell };
  const result = await runTurn(workflow, { message: 'Hello', log, onEvent: (event) => events.push(event) });
  return { events, result, said: JSON.stringify([events, result, said]) };
}

it('masks what a tool returns, tells and logs, and what a model says and calls with', async () => {
  const { said, result } = await run([
    { toolCalls: [{ name: 'leak', args: { deep: [{ key }] } }] },
    `The key is ${key}, I repeat: ${key}`,
  ]);
  expect(said).not.toContain(key);
  expect(result.answer).toBe('The key is [redacted], I repeat: [redacted]');
});

it('masks text that comes in pieces so that they add up to the answer', async () => {
  const { events, result } = await run([`It is ${key}.`], []);
  const chunks = events.flatMap((event) => (event.type === 'on_chat_model_stream' ? [event.data.chunk] : []));
  expect(chunks.join('')).toBe(result.answer);
  expect(result.answer).toBe('It is [redacted].');
});

it('masks what is told of a failure', async () => {
  const failing: Script = () => {
    throw new Error(`refused: ${key}`);
  };
  expect((await run(failing, [])).said).not.toContain(key);
});
