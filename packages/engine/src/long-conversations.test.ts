// Long conversations in all three designs, against a server that refuses what does not fit into 4,000 tokens.
import type { Message, RunEvent, Tool, WorkflowDefinition } from '@cadence-agents/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runTurn } from './conversation/run-turn.ts';
import { search as searchPlugin } from './coordinator.fixture.ts';
import { createModels } from './models/model-registry.ts';
import {
  type AskedBody,
  startWindowServer,
  type WindowReply,
  type WindowServer,
} from './models/window-server.fixture.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';
import { coordinatorWorkflow } from './workflow/coordinator-workflow.ts';
import { planVerifyWorkflow } from './workflow/plan-verify-workflow.ts';
import { sketch } from './workflow.fixture.ts';

const WINDOW = 4000;
const TURNS = Number(process.env.CONVERSATION_TURNS ?? 60);

const first = 'My boat is called Kittiwake.';
const lastQuestion = 'What is my boat called?';
const search: Tool = {
  name: 'search',
  description: 'Searches documents',
  input: z.object({ query: z.string() }),
  // Now and then a result that is longer than the window by itself.
  run: (args) => 'a finding about the coast, '.repeat(JSON.stringify(args).includes('50') ? 1500 : 25),
};

const declarative = sketch({
  agents: { A: { tools: ['search'] } },
  toolNodes: ['tools'],
  edges: [
    ['A', 'tool_executor', 'tools'],
    ['A', 'END', null],
  ],
  conversational: true,
});
const designs: [string, WorkflowDefinition][] = [
  ['coordinator', coordinatorWorkflow([searchPlugin], { structured: 'none' })],
  ['declarative', declarative],
  ['plan-verify', planVerifyWorkflow([search])],
];

const textOf = ({ messages }: AskedBody) => messages.map(({ content }) => content ?? '').join('\n');
const named = (body: AskedBody) => [...new Set(textOf(body).match(/called [A-Z]\w+/g))];

/** A model that is asked for a form fills it in; else it calls the tool that it is offered, or answers. */
function reply(body: AskedBody): WindowReply {
  const form = JSON.stringify(body.response_format ?? '');
  const tools = body.tools.map((tool) => tool.function.name);
  const at = body.messages.findLastIndex(({ role }) => role === 'user');
  const question = body.messages[at]?.content ?? '';
  const worked = body.messages.slice(at + 1).some(({ role }) => role !== 'user');
  const number = Number(/remark (\d+)/.exec(question)?.[1] ?? 0);
  const searches = number > 0 && (number % 3 === 0 || number % 50 === 0) && !worked;
  const query = { query: `remark ${number}` };
  if (form.includes('summary'))
    return { content: JSON.stringify({ summary: `The user’s boat is ${named(body).join(' and ')}.` }) };
  if (form.includes('verdict'))
    return { content: JSON.stringify({ verdict: 'success', missing: '', question: '' }) };
  if (form.includes('next')) {
    const calls = searches ? [{ id: 'a', tool: 'search', args: query, after: [] }] : [];
    return { content: JSON.stringify({ next: searches ? 'tool_use' : 'generate', calls }) };
  }
  if (tools.includes('goto_finalize'))
    return { calls: [{ name: searches ? 'goto_search' : 'goto_finalize', args: {} }] };
  if (tools.includes('search') && searches) return { calls: [{ name: 'search', args: query }] };
  const answer = question.includes(lastQuestion)
    ? `It is ${named(body).join(' or ')}.`
    : `Noted: ${question} `;
  return { content: `${answer}${' and more words'.repeat(12)}` };
}

let server: WindowServer | undefined;
afterEach(() => server?.close());

/** Carries a conversation on for so many turns; the first tells a fact, the last asks for it. */
async function converse(definition: WorkflowDefinition, turns: number) {
  const { url } = server ?? { url: '' };
  const models = createModels({
    defaultModel: 'openai:local',
    maxRetries: 0,
    timeoutMs: 20_000,
    env: { OPENAI_BASE_URL: `${url}/v1` },
  });
  const workflow = compileWorkflow(definition, { model: (name) => models.get(name), tools: [search] });
  const events: RunEvent[] = [];
  let history: Message[] = [];
  let summary = '';
  let answer = '';
  const failed: string[] = [];
  for (let turn = 1; turn <= turns; turn++) {
    const message = turn === 1 ? first : turn === turns ? lastQuestion : `This is remark ${turn}.`;
    const result = await runTurn(workflow, {
      message,
      history,
      summary,
      onEvent: (event) => events.push(event),
    });
    if (result.status !== 'completed' || result.degraded.length > 0)
      failed.push(`${turn}: ${result.status} ${result.error?.message} ${result.degraded}`);
    ({ messages: history, answer } = result);
    ({ summary } = result.state.turn);
  }
  return { failed, answer, history, events };
}

describe(`${TURNS} turns against a window of ${WINDOW} tokens`, () => {
  it.each(designs)(
    '%s: no turn fails, and what the first one told is known in the last',
    async (_, definition) => {
      server = await startWindowServer(WINDOW, reply);
      const { failed, answer, history, events } = await converse(definition, TURNS);
      expect(failed.slice(0, 3)).toEqual([]);
      expect(answer).toContain('It is called Kittiwake.');
      expect(history.some(({ content }) => content === first)).toBe(false);
      const refused = server.asked.filter((one) => one.refused).length;
      const summaries = events.filter(
        ({ type, data }) => type === 'on_custom_event' && data.status === 'summarized',
      );
      // The first refusal tells how large the window is.
      expect(refused).toBeLessThanOrEqual(3);
      expect(summaries.length).toBeGreaterThan(1);
      expect(summaries.length).toBeLessThan(TURNS / 3);
    },
    120_000,
  );
});
