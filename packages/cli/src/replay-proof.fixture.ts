// What the runs of the replay proof are made with: a model that does what the question asks for, a workflow and a plugin.
import { createHash } from 'node:crypto';
import {
  type Behaviour,
  randomBehaviour,
  seededRandom,
  startDecidingModelServer,
} from '@cadence-agents/testkit';

type Request = Parameters<typeof randomBehaviour>[0];

/** A question that asks the model for one of the ways below; without one, it is hostile. */
export const question = (way: string, number: number) => `Number ${number} [${way}]: what is ${number} * 3?`;

/** Answers by what it is sent alone, so that a run that is taken up goes on as it would have. */
function decide(request: Request): Behaviour {
  const { messages } = request;
  const texts = messages.map(({ content }) => JSON.stringify(content ?? ''));
  const asked = texts.findLastIndex((text) => /Number \d+ \[/.test(text));
  const [, way = ''] = /Number \d+ \[(\w+)\]/.exec(texts[asked] ?? '') ?? [];
  const since = messages.slice(asked + 1);
  const count = (role: string) => since.filter((message) => message.role === role).length;
  return ways[way]?.(request, count) ?? hostile(request, `${texts[asked]} ${messages.length}`);
}

const call = (name: string, args: Record<string, string>) => ({ name, arguments: args });
const said = (text: string): Behaviour => ({ kind: 'reply', text, tokenDelayMs: 20 });
const calling = (...toolCalls: ReturnType<typeof call>[]): Behaviour => ({ kind: 'reply', toolCalls });

type Way = (request: Request, count: (role: string) => number) => Behaviour;

const ways: Readonly<Record<string, Way>> = {
  parallel: (_, count) =>
    count('tool') > 0
      ? said('Both are done.')
      : calling(call('calculate', { expression: '1 + 2' }), call('calculate', { expression: '3 + 4' })),
  slow: (_, count) =>
    count('tool') > 0
      ? said('It is posted, as far as I can tell, and there is no more to say about it.')
      : calling(call('post', { what: 'a letter' }), call('calculate', { expression: '3 + 4' })),
  handoff: (_, count) =>
    count('user') > 0 ? said('A person has said so.') : calling(call('route', { next: 'person' })),
  limit: (_, count) =>
    count('user') > 0
      ? said('That is enough.')
      : calling(call('calculate', { expression: `1 + ${count('tool')}` })),
  error: () => ({ kind: 'refuse', status: 401, message: 'No such key.' }),
  structured: ({ tools = [], ...request }, count) => {
    const names = tools.map((tool) => tool.function.name);
    if (request.response_format) return said('{"answer":"There is nothing.","search":[]}');
    if (!names.includes('goto_search_agent')) return said('Nothing was found.');
    return calling(call(count('assistant') > 0 ? 'goto_finalize' : 'goto_search_agent', {}));
  },
};

function hostile(request: Request, place: string): Behaviour {
  const seed = createHash('sha256').update(place).digest().readUInt32LE();
  const chosen = randomBehaviour(request, seededRandom(seed));
  // Those that run out of time are replayed elsewhere.
  return chosen.kind === 'hang' ? { kind: 'cut' } : chosen;
}

export const startModel = () => startDecidingModelServer({ decide, onProblem() {} });

const edge = (from: string, to: string | null, label?: string) => ({
  id: `${from}-${to}`,
  workflowId: 'desk',
  sourceNodeId: from,
  targetNodeId: to,
  ...(label === undefined
    ? { conditionType: 'ALWAYS' }
    : { conditionType: 'CONDITIONAL', conditionValue: label }),
});

/** A clerk with tools, and a person behind the counter. */
export const desk = {
  id: 'desk',
  name: 'Desk',
  entrypointNodeId: 'clerk',
  limits: { maxToolHops: 4 },
  nodes: [
    { id: 'clerk', workflowId: 'desk', nodeType: 'AGENT', nodeName: 'clerk', agentId: 'clerk' },
    { id: 'tools', workflowId: 'desk', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
    { id: 'person', workflowId: 'desk', nodeType: 'HUMAN_HANDOFF', nodeName: 'person' },
  ],
  edges: [edge('clerk', 'tools', 'tools'), edge('clerk', 'person', 'person'), edge('person', 'clerk')],
  agents: [{ id: 'clerk', name: 'clerk', systemPrompt: 'You sit at a desk.', tools: ['calculate', 'post'] }],
};

/** The files of a project whose tool `post` writes to `posted` when it begins, and waits until there is `collected`. */
export const project = {
  'plugins/mail/package.json': JSON.stringify({
    name: 'mail',
    version: '1.0.0',
    type: 'module',
    cadence: { plugin: './index.ts' },
  }),
  'plugins/mail/index.ts': `
    import { appendFileSync, existsSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
    import { z } from 'zod';
    export default definePlugin({
      metadata: { name: 'mail', version: '1.0.0', description: 'Posts letters.', capabilities: ['mail'] },
      createAgent: () => defineAgent({
        systemPrompt: 'Posts letters.',
        tools: [tool({
          name: 'post', description: 'Posts a letter.', input: z.object({ what: z.string() }),
          async run({ what }) {
            appendFileSync('posted', '.');
            while (!existsSync('collected')) await sleep(20);
            return 'posted ' + what;
          },
        })],
      }),
    });`,
  // Loaded before the command: notes whoever wants to reach another process or machine, and lets nobody.
  'no-network.mjs': `
    import dgram from 'node:dgram';
    import dns from 'node:dns';
    import { appendFileSync } from 'node:fs';
    import { Socket } from 'node:net';
    const refuse = (what) => () => {
      appendFileSync(process.env.ATTEMPTS_FILE, what + '\\n');
      throw new Error(what + ' was refused.');
    };
    Socket.prototype.connect = refuse('connect');
    dgram.createSocket = refuse('dgram');
    dns.lookup = refuse('lookup');
    dns.promises.lookup = refuse('lookup');`,
};
