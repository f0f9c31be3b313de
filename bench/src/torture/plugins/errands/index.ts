// Tools whose effects can be counted: each leaves a line in a file that only grows.
import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';

const { TORTURE_EFFECTS = '' } = process.env;

const post = tool({
  name: 'post',
  description: 'Posts something. It must not happen twice.',
  input: z.object({ what: z.string() }),
  async run({ what }, { idempotencyKey }) {
    await sleep(Math.random() * 30);
    await appendFile(TORTURE_EFFECTS, `${idempotencyKey}\n`);
    await sleep(Math.random() * 30);
    return `posted ${what}`;
  },
});

const wipe = tool({
  name: 'wipe',
  description: 'Wipes something, if a person allows it.',
  requiresApproval: true,
  input: z.object({ what: z.string() }),
  async run({ what }, { idempotencyKey }) {
    await appendFile(TORTURE_EFFECTS, `${idempotencyKey}\n`);
    return `posted ${what} away`;
  },
});

const look = tool({
  name: 'look',
  description: 'Looks something up.',
  readOnly: true,
  input: z.object({ where: z.string(), fail: z.boolean().optional() }),
  async run({ where, fail }) {
    await sleep(Math.random() * 60);
    if (fail) throw new Error('It was not to be found.');
    return `Found at ${where}: ${'x'.repeat(Math.random() * 2_000)}`;
  },
});

export default definePlugin({
  metadata: { name: 'errands', version: '1.0.0', description: 'runs errands', capabilities: ['errands'] },
  createAgent: () => defineAgent({ systemPrompt: 'I run errands.', tools: [post, wipe, look] }),
});
