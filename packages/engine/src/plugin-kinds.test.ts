import { readFileSync } from 'node:fs';
import {
  defineKind,
  type PluginKind,
  type RunEvent,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { scriptedModel } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runTurn } from './conversation/run-turn.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';

const kind = defineKind({
  type: 'TEST_SAY',
  title: 'Say',
  summary: 'Says what its config says.',
  family: 'router',
  config: z.strictObject({ text: z.string() }),
  labels: ['said', null],
});

const definition: WorkflowDefinition = {
  id: 'w',
  name: 'W',
  entrypointNodeId: 'say',
  nodes: [{ id: 'say', workflowId: 'w', nodeType: 'TEST_SAY', nodeName: 'say', config: { text: 'Hello.' } }],
  edges: [
    {
      id: 'e',
      workflowId: 'w',
      sourceNodeId: 'say',
      targetNodeId: null,
      conditionType: 'ALWAYS',
      conditionValue: 'END',
    },
  ],
};

async function visit(behaviour: PluginKind['behaviour'], timeoutMs = 60_000) {
  const workflow = await compileWorkflow(
    { ...definition, limits: { timeoutMs } },
    { model: () => scriptedModel(['A model.']), kinds: [{ kind, behaviour }] },
  );
  const events: RunEvent[] = [];
  const result = await runTurn(workflow, {
    message: 'Hi',
    tone: 'formal',
    onEvent: (event) => events.push(event),
  });
  return { ...result, events };
}

describe('a node of a kind that a plugin brings', () => {
  it('is a function of the state, and says what comes of it', async () => {
    const seen: unknown[] = [];
    const { status, answer, state, events } = await visit(({ node, messages, tone }, { emit }) => {
      seen.push(
        kind.config(node)?.text,
        messages.map(({ content }) => content),
        tone,
      );
      emit({ status: 'saying' });
      return { label: null, answer: 'Hello.', warning: 'Loud.' };
    });
    expect(seen).toEqual(['Hello.', ['Hi'], 'formal']);
    expect({ status, answer }).toEqual({ status: 'completed', answer: 'Hello.' });
    expect(state.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Hello.', agent: 'say' });
    expect(events.map(({ type }) => type)).toContain('on_custom_event');
    expect(events.find(({ type }) => type === 'on_route')?.data).toMatchObject({ warning: 'Loud.' });
  });

  it('may ask a model', async () => {
    const { answer, usage } = await visit(async ({ messages }, { model, signal }) => {
      const reply = await model().generate({ system: '', messages: [...messages], tools: [] }, { signal });
      return { label: null, answer: reply.content, usage: reply.usage };
    });
    expect(answer).toBe('A model.');
    expect(usage.modelCalls).toBe(1);
  });

  it('fails with the type, and without what was thrown', async () => {
    const failing = await visit(() => {
      throw new Error('password 1234');
    });
    expect(failing.status).toBe('failed');
    expect(failing.error).toMatchObject({
      code: 'PLUGIN_FAILED',
      message: 'The node kind "TEST_SAY", which a plugin brings, failed.',
    });
    const nothing = await visit(() => JSON.parse('{}'));
    expect(nothing.error).toMatchObject({ code: 'PLUGIN_FAILED', hint: expect.stringContaining('label') });
  });

  it('is not waited for when the time is up', async () => {
    const { status } = await visit(() => new Promise(() => {}), 20);
    expect(status).toBe('suspended');
  });
});

it('the plugin of the guide is code that compiles', () => {
  const guide = readFileSync(new URL('../../../docs/plugins.md', import.meta.url), 'utf8');
  const code = readFileSync(new URL('./plugins/triage-plugin.fixture.ts', import.meta.url), 'utf8');
  expect(guide).toContain(`\`triage/src/index.ts\`\n\n\`\`\`ts\n${code}\`\`\`\n`);
});
