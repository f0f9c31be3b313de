// A process that gets killed: it carries out conversations whose model and tools need a moment, and can be told to
// kill itself at a point of one of them. Started anew, it must finish what it left.
//   node kill-child.fixture.ts '{"storage": …, "conversations": […], "effects": file, "kill": {"at": n} | null}'
// Prints a line a fact: accepted <conversation>, killed-at <point>, done <json>.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChatModel,
  localOwner,
  type Message,
  type ModelReply,
  type Tool,
} from '@cadence-agents/contracts';
import { compileWorkflow, nativeRuntime, silentLog } from '@cadence-agents/engine';
import type { StoreOptions } from '@cadence-agents/storage';
import { z } from 'zod';
import { openConversations } from '../stored-conversations.ts';
import { errands } from './errands.fixture.ts';

export interface KillChildOptions {
  storage: StoreOptions;
  conversations: string[];
  /** Tools append a line here for every effect. */
  effects: string;
  /** The point, counted over all conversations, at which the process ends itself. */
  killAt: number | null;
  idempotent: boolean;
  runtime: 'native' | 'langgraph';
}

const options: KillChildOptions = JSON.parse(process.argv[2] ?? '{}');

let points = 0;
/** A place where a process can die. */
function point(): void {
  points++;
  if (points === options.killAt) process.kill(process.pid, 'SIGKILL');
}

const pause = async (seed: string) => {
  point();
  const hash = [...seed].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 97, 7);
  // Different for each conversation and place, so that they are at different points when the end comes.
  await sleep(hash % 7);
  point();
};

/** Says what to do from what has been done: the same after a restart. */
function model(role: string): ChatModel {
  const reply = (part: Partial<ModelReply>): ModelReply => ({
    content: '',
    toolCalls: [],
    usage: { inputTokens: 1, outputTokens: 1, modelCalls: 1 },
    finishReason: 'stop',
    model: role,
    ...part,
  });
  const call = (name: string, id: string, args: Record<string, string>) => ({ id, name, args });
  return {
    name: role,
    async generate({ messages }, { onText }) {
      const turn = messages.slice(messages.findLastIndex((message) => message.role === 'user'));
      const question = turn[0]?.content ?? '';
      await pause(`${role}${question}${turn.length}`);
      if (role === 'planner') return reply({ toolCalls: [call('route', 'r', { next: 'runner' })] });
      if (role === 'writer') return write(turn, reply, onText);
      const done = turn.filter((message) => message.role === 'tool').length;
      if (done === 0) {
        return reply({
          toolCalls: [call('fetch', 'f', { what: question }), call('post', 'p1', { what: question })],
        });
      }
      if (done === 2) return reply({ toolCalls: [call('post', 'p2', { what: question })] });
      return reply({ toolCalls: [call('route', 'r', { next: 'writer' })] });
    },
  };
}

async function write(
  turn: readonly Message[],
  reply: (part: Partial<ModelReply>) => ModelReply,
  onText?: (text: string) => void,
) {
  const results = turn.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
  const content = `Done: ${results.join(', ')}.`;
  for (const word of content.split(/(?= )/)) {
    onText?.(word);
    await pause(word);
  }
  return reply({ content });
}

const effect = (name: string): Tool => ({
  name,
  description: name,
  input: z.object({ what: z.string() }),
  idempotent: options.idempotent,
  async run(args, { idempotencyKey }) {
    const { what } = z.object({ what: z.string() }).parse(args);
    await pause(`${name}${what}`);
    appendFileSync(options.effects, `${idempotencyKey}\n`);
    await pause(`${name}${what}!`);
    return `${name} ${what}`;
  },
});

const models = new Map(['planner', 'runner', 'writer'].map((role) => [role, model(role)]));
const conversations = await openConversations({
  storage: options.storage,
  worker: { leaseMs: 600 },
  log: silentLog,
  workflowFor: async () =>
    compileWorkflow(errands, {
      model: (name) => models.get(name ?? '') ?? model('planner'),
      tools: [effect('fetch'), effect('post')],
      limits: { timeoutMs: 60_000 },
      runtime:
        options.runtime === 'langgraph'
          ? (await import('@cadence-agents/langgraph')).langGraphRuntime
          : nativeRuntime,
    }),
});
await Promise.all(
  options.conversations.flatMap((conversationId) =>
    ['first', 'second'].map(async (message) => {
      const input = { message: `${message} of ${conversationId}`, workflowId: 'errands', conversationId };
      const run = await conversations.send({ ...input, idempotencyKey: `${conversationId} ${message}` });
      console.log(`accepted ${run.id} ${input.message}`);
      point();
    }),
  ),
);
/** What a dead process has left can be taken up once its leases have run out. */
const hasUnfinished = async () => {
  const { runs } = conversations.store;
  const all = options.conversations.map((conversationId) =>
    runs.list(localOwner.tenantId, { conversationId }),
  );
  const pages = await Promise.all(all);
  return pages.some(({ items }) => items.some(({ status }) => status === 'queued' || status === 'running'));
};
do {
  await conversations.idle();
  // Nothing tells when a lease of a dead process has run out.
  await sleep(50);
} while (await hasUnfinished());
console.log(`points ${points}`);
await conversations.close();
