// Questions that people try first, typed as they are, with the plugins that ship and the offline model.
import { readFileSync } from 'node:fs';
import { toneSchema } from '@cadence-agents/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer } from './http/server.fixture.ts';

let opened: Awaited<ReturnType<typeof openServer>>;
beforeAll(async () => {
  opened = await openServer({ CADENCE_DEFAULT_MODEL: 'offline' });
});
afterAll(() => opened.end());

let asked = 0;
async function ask(message: string, tone?: string) {
  asked += 1;
  const body = { message, workflowId: 'coordinator', ...(tone && { tone }) };
  return opened.server.client.sendMessage({ params: { id: `c${asked}` }, body });
}

const tokyo = "What's the weather like in Tokyo and calculate the time difference from New York?";

describe('the offline model answers', () => {
  it.each([
    ['What is 15 * 23?', [/345/]],
    ['Calculate 15 * 23', [/345/]],
    ['Calculate 15 \\* 23', [/345/]],
    ['What is 2+2?', [/\b4\b/]],
    [
      'Search for Python async programming info and calculate years since Python 3.7 release',
      [/asyncio/, /\d+ years/],
    ],
    [tokyo, [/Tokyo.*°C/, /14 hours ahead of New York|13 hours ahead of New York/]],
  ])('%s', async (question, answers) => {
    const { status, answer } = await ask(question);
    expect(status).toBe('completed');
    for (const expected of answers) expect(answer).toMatch(expected);
    expect(answer).not.toContain('found nothing that I could do');
  });

  it.each([
    [
      'coordinator',
      "What's the weather like in Tokyo, and what is 15 * 23?",
      ['info_agent', 'math_agent', 'synthesizer'],
    ],
    [
      '2nChat',
      'Compare figures, trends of async programming in Python and Rust',
      ['Router', 'DM2', 'tool_executor'],
    ],
    [
      'approved-plan',
      'Search for async programming and calculate 2026 - 2018',
      ['planner', 'tool_executor', 'verifier', 'generator'],
    ],
  ])('by %s, on the way that the tour of the page tells of', async (workflowId, message, nodes) => {
    const { client } = opened.server;
    const run = await client.sendMessage({ params: { id: workflowId }, body: { message, workflowId } });
    const ofRun = { params: { id: run.id } };
    if (workflowId === 'approved-plan') {
      expect(run).toMatchObject({ status: 'awaiting_human', handoff: { choices: ['approve', 'reject'] } });
      await client.resumeRun({ ...ofRun, body: { text: 'approve' } });
    }
    await opened.server.cadence.idle();
    const ended = await client.getRun(ofRun);
    expect(ended.status).toBe('completed');
    expect(ended.answer).toMatch(/^Here is what I found:[\s\S]*offline model/);
    const visited = (await client.runSteps(ofRun)).items.map(({ node }) => node);
    expect(visited).toEqual(expect.arrayContaining(nodes));
    const body = { message: 'What is 4 + 5?', workflowId: 'coordinator' };
    const next = await client.sendMessage({ params: { id: workflowId }, body });
    expect(next.answer).toBe('Here is what I found: 4 + 5 = 9.');
  });

  it('a question that it cannot make out, by saying so', async () => {
    const { status, answer } = await ask('I need a very detailed analysis that requires multiple agents...');
    expect(status).toBe('completed');
    expect(answer).toContain('I found nothing that I could do here.');
  });

  it('in the tone that is asked for', async () => {
    const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
    expect(page).toContain(`Q="${tokyo}"`);
    const runs = await Promise.all(toneSchema.options.map((tone) => ask(tokyo, tone)));
    for (const { answer } of runs) expect(answer).toMatch(/°C[\s\S]*hours ahead/);
    expect(new Set(runs.map(({ answer }) => answer.split('Tokyo')[0])).size).toBe(toneSchema.options.length);
    // What does not change with the month and with summer time is what the docs show.
    for (const { tone, answer } of runs.filter(({ tone }) => page.includes(`--tone ${tone}\n`)))
      expect(page).toContain(`--tone ${tone}\n${answer.split(' A day')[0]}`);
    const lengths = runs.map(({ answer }) => answer.length);
    expect(Math.min(...lengths)).toBe(lengths[toneSchema.options.indexOf('concise')]);
  });
});
