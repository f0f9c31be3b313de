import { on, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cadence, cadenceIn, startCadence, temporaryFolder, writeFiles } from './cli.fixture.ts';

interface Step {
  step: number | null;
  checkpointId: string | null;
  node: string;
}

describe('cadence run, on a run that has ended', () => {
  const folder = temporaryFolder();
  const run = cadenceIn(folder);
  let id = '';
  beforeAll(async () => {
    id = JSON.parse((await run('ask', '--json', 'What is 15 * 23?')).stdout).id;
  });
  const details = async (of: string) => JSON.parse((await run('run', 'show', of, '--json')).stdout);
  const shown = async () => details(id);

  it('lists it, by status too', async () => {
    const { stdout } = await run('run', 'list');
    expect(stdout).toMatch(
      new RegExp(`^${id.slice(0, 8)} +completed .* coordinator +What is 15 \\* 23\\?$`, 'm'),
    );
    expect((await run('run', 'list', '--status', 'failed')).stdout).toContain('No run is failed.');
  });

  it('finds it by words of its question and its answer', async () => {
    const { stdout } = await run('run', 'search', '345', 'what');
    expect(stdout).toContain(id.slice(0, 8));
    expect(stdout).toMatch(/15 \* 23 = 345/);
    const found = JSON.parse((await run('run', 'search', '345', '--json')).stdout);
    expect(found).toMatchObject([{ runId: id, workflowId: 'coordinator' }]);
    expect((await run('run', 'search', 'nothing', 'of', 'it')).stdout).toContain(
      'No run has "nothing of it".',
    );
  });

  it('shows its steps, its tool calls and why it went where it went, by the beginning of its id', async () => {
    const { stdout, code } = await run('run', 'show', id.slice(0, 4));
    expect(code).toBe(0);
    expect(stdout).toContain('15 * 23 = 345');
    expect(stdout).toMatch(/math_tools +\S+\n +calculate {"expression":"15 \* 23"} = 345\n +→ coordinator/);
    expect(stdout).toMatch(/→ math_agent \("math_agent" of .*search_agent/);
    expect(stdout).toContain('4 model calls');
    const { steps } = await shown();
    expect(steps.map(({ node }: Step) => node)).toEqual([
      'coordinator',
      'control_tools',
      'math_agent',
      'math_tools',
      'coordinator',
      'control_tools',
      'synthesizer',
    ]);
    expect(steps.map(({ step }: Step) => step)).not.toContain(null);
  });

  it('is forked from a step with another message, and stays as it was', async () => {
    const before = await shown();
    const at = before.steps.find(({ node }: Step) => node === 'math_tools').step;
    const forked = await run(
      'run',
      'fork',
      id,
      '--at',
      String(at),
      '--message',
      'What is 100 / 8?',
      '--json',
    );
    expect(forked.code).toBe(0);
    const other = JSON.parse(forked.stdout);
    expect(other).toMatchObject({
      status: 'completed',
      answer: expect.stringContaining('12.5'),
      workflowVersion: before.run.workflowVersion,
    });
    expect(other.conversationId).not.toBe(before.run.conversationId);
    expect(await shown()).toEqual(before);
    const last = (await details(other.id)).steps.at(-1).step;
    const { messages } = JSON.parse((await run('run', 'show', other.id, '--at', String(last))).stdout);
    const said = messages.filter(({ role }: { role: string }) => role === 'user');
    expect(said.map(({ content }: { content: string }) => content)).toEqual([
      'What is 15 * 23?',
      'What is 100 / 8?',
    ]);
  });

  it('has a call that is tried again with another prompt, and stays as it was', async () => {
    const before = await shown();
    writeFileSync(join(folder, 'prompt.txt'), 'You say nothing but hello.');
    const tried = await run('run', 'try', id, '1', '--system', 'prompt.txt', '--json');
    expect(tried.code).toBe(0);
    expect(JSON.parse(tried.stdout)).toMatchObject({
      number: 1,
      request: { system: 'You say nothing but hello.' },
      reply: { model: 'offline' },
    });
    const { stdout } = await run('run', 'try', id.slice(0, 6), '2');
    expect(stdout).toMatch(
      /^recorded {2}offline\n[\s\S]*calculate[\s\S]*\n\nnow {2}offline\n[\s\S]*calculate/,
    );
    const none = await run('run', 'try', id, '99');
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no model call 99[\s\S]*It made 4/),
    });
    expect(await shown()).toEqual(before);
  });

  it('is forked with edited messages, to go on later', async () => {
    const { steps } = await shown();
    const at = String(steps.at(-1).step);
    const state = JSON.parse((await run('run', 'show', id, '--at', at)).stdout);
    state.messages[0].content = 'What is 1 + 1?';
    writeFileSync(join(folder, 'state.json'), JSON.stringify(state));
    const { stdout } = await run('run', 'fork', id, '--at', at, '--state', 'state.json');
    const [, conversation = ''] = /--conversation (\S+)/.exec(stdout) ?? [];
    const asked = await run('ask', '--json', '--conversation', conversation, 'What is 7 * 6?');
    const { id: later, conversationId } = JSON.parse(asked.stdout);
    expect(conversationId).toBe(conversation);
    const last = (await details(later)).steps.at(-1).step;
    const after = (await run('run', 'show', later, '--at', String(last))).stdout;
    expect(after).toContain('What is 1 + 1?');
    expect(after).not.toContain('What is 15 * 23?"');
  });

  it('goes on from a step without a message, but not from its last', async () => {
    const { steps } = await shown();
    const at = (node: string) => String(steps.find((step: Step) => step.node === node).step);
    const went = await run('run', 'fork', id, '--at', at('math_tools'), '--go-on', '--json');
    expect(JSON.parse(went.stdout)).toMatchObject({
      status: 'completed',
      answer: expect.stringContaining('15 * 23 = 345'),
    });
    const over = await run('run', 'fork', id, '--at', at('synthesizer'), '--go-on');
    expect(over).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to go on with') });
  });

  it.each([
    ['is not resumed', () => ['resume', id], /is over \(completed\)[\s\S]*run show/],
    ['has no step 99', () => ['fork', id, '--at', '99'], /no step "99"[\s\S]*the steps \d+ to \d+/],
    [
      'is not forked with messages that are none',
      () => ['fork', id, '--at', '1', '--state', 'bad.json'],
      /0\.role/,
    ],
    [
      'is not found by another id',
      () => ['show', 'ffff-no-such-run'],
      /no run "ffff-no-such-run"[\s\S]*run list/,
    ],
    ['is not found by three characters', () => ['show', id.slice(0, 3)], /too short/],
  ])('%s', async (_, args, told) => {
    writeFiles(folder, { 'bad.json': '{"messages": [{"id": "1", "role": "nobody"}]}' });
    const { code, stderr } = await run('run', ...args());
    expect(code).toBe(1);
    expect(stderr).toMatch(told);
  });

  it('is not cancelled any more', async () => {
    expect((await run('run', 'cancel', id)).stdout).toContain('was over before it could be cancelled');
  });
});

describe('cadence run list', () => {
  it('says how to begin where there is nothing, and what can be asked for', async () => {
    expect((await cadence(['run', 'list'])).stdout).toBe(
      'No runs yet. Ask something: cadence ask "What is 15 * 23?"\n',
    );
    const unknown = await cadence(['run', 'list', '--status', 'runing']);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean "running"?') });
    expect((await cadence(['run', 'list', '--limit', 'many'])).code).toBe(2);
  });
});

describe('cadence run, on a run that is under way or waits', () => {
  let server: FakeModelServer;
  beforeAll(async () => {
    server = await startFakeModelServer();
  });
  afterAll(() => server.close());
  const call = (name: string) => ({ kind: 'reply' as const, toolCalls: [{ name, arguments: {} }] });
  const setUp = async () => {
    await server.reset();
    const cwd = temporaryFolder();
    const env = { CADENCE_DEFAULT_MODEL: 'openai:any', OPENAI_BASE_URL: server.url };
    return { cwd, env, run: cadenceIn(cwd, env) };
  };

  it('finishes what a killed process left, without doing again what was done', async () => {
    const { cwd, env, run } = await setUp();
    await server.script([call('goto_math_agent'), { kind: 'hang' }]);
    const { child } = startCadence(['ask', 'What is 15 * 23?'], { cwd, env });
    await server.arrived(1);
    // What is shown is kept: a step waits a few milliseconds for others to be stored with.
    for await (const [line] of on(child.stderr, 'data')) if (String(line).includes('math_agent')) break;
    child.kill('SIGKILL');
    await once(child, 'close');

    const [left] = JSON.parse((await run('run', 'list', '--json')).stdout);
    expect(left).toMatchObject({ status: 'running', input: 'What is 15 * 23?', attempt: 1 });
    const { stdout: underWay } = await run('run', 'show', left.id);
    expect(underWay).toMatch(/coordinator +\S+\n[\s\S]*→ math_agent/);
    expect(underWay).toContain(`Go on with: cadence run resume ${left.id.slice(0, 8)}`);

    await server.script(['It is 345.', call('goto_finalize'), 'The answer is 345.']);
    const resumed = await run('run', 'resume', left.id.slice(0, 8));
    expect(resumed).toMatchObject({ code: 0, stdout: 'The answer is 345.\n' });
    expect(await server.requests()).toHaveLength(5);
    const { run: ended, steps } = JSON.parse((await run('run', 'show', left.id, '--json')).stdout);
    expect(ended).toMatchObject({ status: 'completed', attempt: 2 });
    expect(steps.map(({ node }: Step) => node)).toEqual([
      'coordinator',
      'control_tools',
      'math_agent',
      'coordinator',
      'control_tools',
      'synthesizer',
    ]);
  });

  it('does not wait for ever when the database breaks, and says how to go on', async () => {
    const { cwd, env } = await setUp();
    await server.script([{ kind: 'reply', text: 'Hello', delayMs: 1_000 }]);
    const { finished } = startCadence(['ask', 'Hello'], { cwd, env });
    await server.arrived(0);
    const database = new DatabaseSync(join(cwd, '.cadence/cadence.db'), { timeout: 5_000 });
    database.exec('ALTER TABLE conversations RENAME TO elsewhere');
    database.close();
    const { code, stdout, stderr } = await finished;
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(
      /^The database ".*" lacks a table or column: a newer version .* has changed it\.$/m,
    );
    expect(stderr).toMatch(/The run is kept; .* cadence run resume \w{8}$/m);
  });

  it('cancels what another process works on', async () => {
    const { cwd, env, run } = await setUp();
    await server.script([{ kind: 'hang' }]);
    const { finished } = startCadence(['ask', 'Hello'], { cwd, env });
    await server.arrived(0);
    const [{ id }] = JSON.parse((await run('run', 'list', '--json')).stdout);
    expect((await run('run', 'cancel', id)).stdout).toBe(`Cancelled "${id.slice(0, 8)}".\n`);
    expect((await finished).code).toBe(1);
  });
});

describe('cadence run resume, on a run that waits for a person', () => {
  const handoff = (config: object) =>
    JSON.stringify({
      id: 'w',
      name: 'W',
      entrypointNodeId: 'h',
      nodes: [
        { workflowId: 'w', agentId: null, id: 'h', nodeType: 'HUMAN_HANDOFF', nodeName: 'Human', config },
      ],
      edges: [],
    });

  it('wants an answer, takes it, and goes on', async () => {
    const folder = writeFiles(temporaryFolder(), { 'w.json': handoff({ question: 'Which colour?' }) });
    const run = cadenceIn(folder);
    const asked = await run('ask', '-w', 'w.json', 'Paint it.');
    expect(asked.stdout).toMatch(/^Which colour\?\n\(waiting; go on with: cadence run resume \w{8} --answer/);
    const [, id = ''] = /resume (\w{8})/.exec(asked.stdout) ?? [];
    expect((await run('run', 'list', '--status', 'awaiting_human')).stdout).toContain(id);
    expect((await run('run', 'show', id)).stdout).toContain('Waits for a person');

    const unanswered = await run('run', 'resume', id);
    expect(unanswered).toMatchObject({ code: 1, stderr: expect.stringContaining('Which colour?') });
    const answered = await run('run', 'resume', id, '--answer', 'blue', '--json');
    expect(JSON.parse(answered.stdout)).toMatchObject({
      status: 'completed',
      answer: expect.stringContaining('blue'),
    });
  });

  it('cancels one that is not to be answered', async () => {
    const folder = writeFiles(temporaryFolder(), { 'w.json': handoff({ question: 'Which colour?' }) });
    const run = cadenceIn(folder);
    const { id } = JSON.parse((await run('ask', '-w', 'w.json', 'Paint it.', '--json')).stdout);
    expect((await run('run', 'cancel', id)).stdout).toContain('Cancelled');
    expect((await run('run', 'resume', id, '--answer', 'blue')).stderr).toContain('is over (cancelled)');
  });
});
