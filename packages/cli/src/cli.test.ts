import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFakeModelServer } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { cadence, temporaryFolder } from './cli.fixture.ts';

const root = join(import.meta.dirname, '../../..');
const twoNChat = join(root, 'workflows/2nChat.json');

const nodesIn = (stderr: string) => [...stderr.matchAll(/^● (\S+)$/gm)].map(([, node]) => node);
const fifteenTimes23 = [
  'coordinator',
  'control_tools',
  'math_agent',
  'math_tools',
  'coordinator',
  'control_tools',
  'synthesizer',
];

describe('cadence ask', () => {
  it('answers with no key, no network and no set-up, in the offline model’s own words', async () => {
    const { code, stdout, stderr } = await cadence(['ask', 'What is 15 * 23?']);
    expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, lines: 3 });
    expect(stdout).toMatch(/^Here is what I found: 15 \* 23 = 345\.\n\n.*offline model/);
    expect(nodesIn(stderr)).toEqual(fifteenTimes23);
    expect(stderr).toMatch(/● math_tools\n {2}calculate .*15 \* 23.*\n {2}= 345\n● coordinator/);
  });

  it('takes a blank tone for the natural one', async () => {
    const { code, stdout } = await cadence(['ask', 'What is 2+2?', '--tone', '  ', '--json']);
    expect({ code, tone: JSON.parse(stdout).tone }).toEqual({ code: 0, tone: 'natural' });
  });

  it.each([
    ['What time is it in Tokyo when it is 9:00 in New York?', [/23:00/], ['info_agent', 'info_tools']],
    [
      'Search for async programming and calculate 2026 - 2018',
      [/Async programming/, /2026 - 2018 = 8/],
      ['search_agent', 'search_tools', 'math_agent', 'math_tools'],
    ],
  ])('answers "%s"', async (question, told, nodes) => {
    const { code, stdout, stderr } = await cadence(['ask', question]);
    expect(code).toBe(0);
    for (const part of told) expect(stdout).toMatch(part);
    expect(nodesIn(stderr)).toEqual(expect.arrayContaining(nodes));
  });

  it('answers both parts of a question by plan, and says what it tried where nothing is found', async () => {
    const both = await cadence([
      'ask',
      '--workflow',
      'plan-verify',
      'Search for async programming and calculate 2026 - 2018',
    ]);
    expect(both.code).toBe(0);
    expect(both.stdout).toMatch(/search \(async programming\):\n {2}- \*\*Async programming\*\*: /);
    expect(both.stdout).toContain('2026 - 2018 = 8');
    expect(nodesIn(both.stderr)).toEqual([
      'ingress',
      'planner',
      'tool_router',
      'tool_executor',
      'verifier',
      'generator',
      'summarizer',
    ]);
    const none = await cadence(['ask', '-w', 'plan-verify', 'Search for the zorblatt quibbleword']);
    expect(none.code).toBe(0);
    expect(none.stdout).toContain('No document mentions "zorblatt quibbleword"');
    expect(none.stderr).toContain('planning_retry');
  });

  it('writes no colours where nobody sees them', async () => {
    const { stdout, stderr } = await cadence(['ask', 'What is 2 + 2?']);
    expect(stdout + stderr).not.toContain('\u001b');
  });

  it('prints the whole result for scripts', async () => {
    const { stdout } = await cadence(['ask', '--json', 'What is 6 * 7?']);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      input: 'What is 6 * 7?',
      answer: expect.stringContaining('42'),
      workflowId: 'coordinator',
      attempt: 1,
      usage: { modelCalls: 4 },
    });
  });

  it('uses any OpenAI-compatible server', async () => {
    const server = await startFakeModelServer();
    try {
      const env = { CADENCE_DEFAULT_MODEL: 'openai:any', OPENAI_BASE_URL: server.url };
      const { stdout, code } = await cadence(['ask', 'Hello there'], { env });
      expect({ stdout, code }).toEqual({ stdout: 'You said: Hello there\n', code: 0 });
    } finally {
      await server.close();
    }
  });

  it.each([
    [
      'an unreachable model',
      ['ask', 'hi'],
      { CADENCE_DEFAULT_MODEL: 'openai:x', OPENAI_BASE_URL: 'http://127.0.0.1:9' },
      3,
      /unreachable|cannot be reached|could not/i,
    ],
    ['an unknown model', ['ask', 'hi'], { CADENCE_DEFAULT_MODEL: 'opnai:x' }, 1, /Did you mean "openai/],
    [
      'a mistyped setting',
      ['ask', 'hi'],
      { CADENCE_DEFALT_MODEL: 'x' },
      1,
      /no setting CADENCE_DEFALT_MODEL.*Did you mean CADENCE_DEFAULT_MODEL/,
    ],
    [
      'a bad value',
      ['ask', 'hi'],
      { CADENCE_MAX_STEPS: 'many' },
      1,
      /CADENCE_MAX_STEPS \(from environment\).*"many"/,
    ],
    ['an unknown tone', ['ask', 'hi', '--tone', 'angry'], {}, 1, /no tone "angry"[\s\S]*natural/],
    [
      'an unknown workflow',
      ['ask', 'hi', '-w', 'asistant'],
      {},
      1,
      /no workflow "asistant"[\s\S]*Did you mean "assistant"/,
    ],
    [
      'an unknown conversation',
      ['ask', 'hi', '--conversation', 'nowhere'],
      {},
      1,
      /no conversation "nowhere"/,
    ],
    ['an empty question', ['ask', ' '], {}, 1, /empty/],
    ['a missing argument', ['ask'], {}, 2, /missing required argument/],
    ['an unknown command', ['aks', 'hi'], {}, 2, /unknown command/],
  ])('says what is wrong and what to do about %s', async (_, args, env, code, told) => {
    const result = await cadence(args, { env: { ...env } as Record<string, string> });
    expect(result.code).toBe(code);
    expect(result.stderr + result.stdout).toMatch(told);
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });
});

describe('cadence --version', () => {
  it('prints the version of the package', async () => {
    expect(await cadence(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});

describe('cadence chat', () => {
  it('keeps the conversation from line to line', async () => {
    const server = await startFakeModelServer();
    try {
      const env = { CADENCE_DEFAULT_MODEL: 'openai:any', OPENAI_BASE_URL: server.url };
      const { stdout, code } = await cadence(['chat'], { env, input: 'First\n\nSecond\n' });
      expect(code).toBe(0);
      expect(stdout).toMatch(/You said: First\nYou said: Second\n/);
      const requests = await server.requests();
      const ofSecond = requests.filter(({ body }) => JSON.stringify(body).includes('Second'));
      expect(ofSecond.length).toBeGreaterThan(0);
      for (const { body } of ofSecond) expect(JSON.stringify(body)).toContain('You said: First');
    } finally {
      await server.close();
    }
  });

  it('asks the person where a workflow hands off, and goes on with the next line', async () => {
    const file = join(temporaryFolder(), 'ask-me.json');
    const node = { workflowId: 'w', agentId: null };
    const definition = {
      id: 'w',
      name: 'W',
      entrypointNodeId: 'h',
      nodes: [
        {
          ...node,
          id: 'h',
          nodeType: 'HUMAN_HANDOFF',
          nodeName: 'Human',
          config: { question: 'Which colour?' },
        },
      ],
      edges: [],
    };
    writeFileSync(file, JSON.stringify(definition));
    const { stdout } = await cadence(['chat', '-w', file], { input: 'Paint it.\nblue\n' });
    expect(stdout).toMatch(/\? Which colour\?\n.*blue/s);
  });
});

describe('cadence doctor', () => {
  it('lists what works and every setting with its source', async () => {
    const { code, stdout } = await cadence(['doctor', '--json'], {
      env: { CADENCE_MAX_STEPS: '7', CADENCE_ADMIN_KEY: 'hush-hush-hush-hush' },
    });
    expect(code).toBe(0);
    const { settings, findings } = JSON.parse(stdout);
    expect(settings).toContainEqual(
      expect.objectContaining({ name: 'CADENCE_MAX_STEPS', value: 7, source: 'environment' }),
    );
    expect(settings).toContainEqual(
      expect.objectContaining({ name: 'CADENCE_PORT', value: 8000, source: 'default' }),
    );
    expect(findings.map(({ ok }: { ok: boolean }) => ok)).not.toContain(false);
    expect(stdout).not.toContain('hush');
  });

  it('names the providers whose models can be called, and what the others need', async () => {
    const { stdout } = await cadence(['doctor']);
    expect(stdout).toMatch(/✓ model providers: openai, anthropic, ollama, google-genai/);
    expect(stdout).toMatch(/Not installed: aws, .* For aws, run: npm install @langchain\/aws/);
  });

  it('says what to do about a model that does not answer', async () => {
    const { code, stdout } = await cadence(['doctor'], {
      env: { CADENCE_DEFAULT_MODEL: 'openai:gpt-5-mini' },
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ model openai:gpt-5-mini[\s\S]*OPENAI_API_KEY/);
  });
});

describe('cadence doctor, with MCP servers', () => {
  it('tells which of them can be used, and keeps their secrets', async () => {
    const server = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      const about = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } };
      const tools = [{ name: 'echo', inputSchema: { type: 'object' } }];
      const result = { initialize: about, 'tools/list': { tools } }[method];
      const reply = result ? { result } : { error: { code: -32601, message: 'unknown' } };
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
    })`;
    const servers = {
      good: { command: process.execPath, args: ['-e', server], env: { KEY: 'hush' } },
      bad: { command: 'no-such-command' },
    };
    const { code, stdout } = await cadence(['doctor'], {
      env: { CADENCE_MCP_SERVERS: JSON.stringify(servers) },
    });
    expect(code).toBe(1);
    expect(stdout).toContain('✓ MCP server good: 1 tool over stdio, protocol 2025-11-25');
    expect(stdout).toMatch(/✗ MCP server bad: .*no-such-command ENOENT/);
    expect(stdout).not.toContain('hush');
  });
});

describe('what need not be heavy', () => {
  const telling = (heavy: RegExp) => {
    const hooks = `
      import { registerHooks } from 'node:module';
      registerHooks({ resolve(specifier, context, next) {
        if (${heavy}.test(specifier)) console.error('HEAVY', specifier);
        return next(specifier, context);
      } });`;
    return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hooks)}` };
  };
  // In the bundle our own packages have no names any more.
  const engine = {
    ...telling(/@langchain|mathjs|dagre|@cadence-agents\/engine/),
    CADENCE_RUN_FROM: 'sources',
  };
  it.each([[['--help']], [['workflow', 'check', '--alone', twoNChat]], [['workflow', 'draw', twoNChat]]])(
    'imports neither engine nor LangGraph for %s',
    async (args) => {
      const { stderr, code } = await cadence(args, { env: engine });
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    },
  );

  it('imports no LangChain, no web server, no tracing and no MCP to answer a question', async () => {
    const rest = telling(/@langchain|langsmith|fastify|pino|opentelemetry|modelcontextprotocol|vite/);
    const { stderr, code } = await cadence(['ask', 'What is 2 + 2?'], { env: rest });
    expect({ code, heavy: stderr.match(/^HEAVY .*$/gm) }).toEqual({ code: 0, heavy: null });
  });

  it('would notice', async () => {
    const { stderr } = await cadence(['ask', 'What is 2 + 2?'], { env: engine });
    expect(stderr).toContain('HEAVY @cadence-agents/engine');
  });
});
