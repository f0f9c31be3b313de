// What people read when the provider fails: plain words. What it was stands in the record, the events and the log.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEvent } from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import {
  type Behaviour,
  type FakeModelServer,
  operatorText,
  startFakeModelServer,
} from '@cadence-agents/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Cadence, openCadence } from './cadence.ts';
import { readSettings } from './settings/read-settings.ts';

let folder: string;
let model: FakeModelServer;
let cadence: Cadence | undefined;
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());
beforeEach(async () => {
  await model.reset();
  folder = mkdtempSync(join(tmpdir(), 'cadence-words-'));
});
afterEach(async () => {
  await cadence?.close();
  cadence = undefined;
  rmSync(folder, { recursive: true });
});

const logged: string[] = [];
const note = (message: string, fields: Record<string, unknown> = {}) => {
  logged.push(`${message} ${fields.code} ${fields.error instanceof Error ? fields.error.message : ''}`);
};
const log: Log = { debug: () => {}, info: () => {}, warn: note, error: note };

const said = 'Incorrect API key provided: sk-proj-1234. See https://provider.example/keys';
const failing = (status: number): Behaviour => ({
  kind: 'refuse',
  status,
  message: said,
  retryAfter: 0,
  repeat: true,
});
const call = (name: string, args: Record<string, string> = {}): Behaviour => ({
  kind: 'reply',
  toolCalls: [{ name, arguments: args }],
});

async function ask(workflowId: string, script: Behaviour[], settings: Record<string, string> = {}) {
  await model.script(script);
  logged.length = 0;
  const env = {
    CADENCE_DATA_DIR: join(folder, 'data'),
    CADENCE_DEFAULT_MODEL: 'openai:words',
    OPENAI_BASE_URL: model.url,
    ...settings,
  };
  cadence = await openCadence({ ...(await readSettings(folder, env)), log });
  const sent = await cadence.send({ message: 'What is 15 * 23?', workflowId });
  const run = await cadence.wait(sent.id);
  const events: RunEvent[] = await cadence.store.events.read(run.id, 0);
  const { messages } = (await cadence.store.states.latest(run.conversationId)) ?? { messages: [] };
  const shown = events.flatMap(({ type, data }) => {
    if (type === 'on_chat_model_stream') return [data.chunk];
    return type === 'on_run_end' ? [data.answer] : [];
  });
  return { run, events, read: [run.answer, ...shown, ...messages.map(({ content }) => content)].join('\n') };
}

const workflows = ['coordinator', 'plan-verify', '2nChat'];
const failures: [string, Behaviour[], Record<string, string>, string][] = [
  ['401', [failing(401)], {}, 'MODEL_AUTH'],
  ['403', [failing(403)], {}, 'MODEL_AUTH'],
  ['404', [failing(404)], {}, 'MODEL_REFUSED'],
  ['429', [failing(429)], {}, 'MODEL_RATE_LIMITED'],
  ['500', [failing(500)], {}, 'MODEL_UNAVAILABLE'],
  ['a missing key', [], { OPENAI_BASE_URL: 'https://api.openai.com/v1' }, 'MODEL_AUTH'],
];

describe.each(workflows)('%s', (workflowId) => {
  it.each(failures)(
    '%s is told in plain words, and kept for operators',
    async (_, script, settings, code) => {
      const { run, events, read } = await ask(workflowId, script, settings);
      expect(run.answer.trim()).not.toBe('');
      expect(read).not.toMatch(operatorText);
      expect(run.error?.code).toBe(code);
      expect(run.error?.message).toMatch(operatorText);
      const told = events.flatMap(({ type, data }) => (type === 'on_error' ? [data.code] : []));
      expect(told).toContain(code);
      expect(logged.join('\n')).toContain(code);
    },
  );
});

it('an agent that fails leaves no words of its provider behind', async () => {
  const { run, read } = await ask('coordinator', [call('goto_math_agent'), failing(401)]);
  expect(run).toMatchObject({ status: 'failed', error: { code: 'MODEL_AUTH' } });
  expect(read).not.toMatch(operatorText);
});

it('an agent that fails makes an answer of plain words with what was found', async () => {
  const { run, read } = await ask('coordinator', [
    call('goto_math_agent'),
    call('calculate', { expression: '15 * 23' }),
    call('goto_info_agent'),
    failing(401),
  ]);
  expect(run).toMatchObject({ status: 'completed', degraded: ['model_failed', 'answer_without_model'] });
  expect(run.answer).toContain('345');
  expect(run.answer).toMatch(/What did not work: info agent/);
  expect(read).not.toMatch(operatorText);
});
