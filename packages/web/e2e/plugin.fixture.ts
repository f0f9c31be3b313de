import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A picture of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const source = `
import { defineAgent, defineKind, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';

const sendLetter = tool({
  name: 'send_letter',
  description: 'Sends a letter.',
  input: z.object({ to: z.string() }),
  requiresApproval: true,
  run: async ({ to }) => \`Sent to \${to}.\`,
});

const drawStamp = tool({
  name: 'draw_stamp',
  description: 'Draws a stamp.',
  input: z.object({}),
  run: () => ({
    content: [
      { type: 'text', text: 'Drawn.' },
      { type: 'image', mimeType: 'image/png', data: '${pixel}' },
    ],
  }),
});

const queueUp = tool({
  name: 'queue_up',
  description: 'Waits until it is stopped.',
  input: z.object({}),
  run: (_input, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
});

const stamp = defineKind({
  type: 'POST_STAMP',
  title: 'Stamp',
  summary: 'Says what a letter costs.',
  family: 'router',
  config: z.strictObject({ grams: z.number() }),
  labels: ['cheap', 'dear'],
});

export default definePlugin({
  metadata: { name: 'post', version: '1.0.0', description: 'Sends letters.', capabilities: ['letters'] },
  createAgent: () => defineAgent({ systemPrompt: 'You send letters.', tools: [sendLetter, drawStamp, queueUp] }),
  kinds: [{ kind: stamp, behaviour: () => ({ label: 'cheap' }) }],
});
`;

/**
 * A folder with a plugin: a tool that wants a person's approval, one that returns a picture, one that takes until it is
 * stopped, and a node kind. It is removed after the tests of the file.
 */
export function letterPlugin(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-post-'));
  mkdirSync(join(folder, 'src'));
  const about = { name: 'post', version: '1.0.0', type: 'module', cadence: { plugin: './src/index.ts' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about));
  writeFileSync(join(folder, 'src/index.ts'), source);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
