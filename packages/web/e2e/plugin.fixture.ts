import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const source = `
import { defineAgent, defineKind, definePlugin, tool } from '@cadence/sdk';
import { z } from 'zod';

const sendLetter = tool({
  name: 'send_letter',
  description: 'Sends a letter.',
  input: z.object({ to: z.string() }),
  requiresApproval: true,
  run: async ({ to }) => \`Sent to \${to}.\`,
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
  createAgent: () => defineAgent({ systemPrompt: 'You send letters.', tools: [sendLetter] }),
  kinds: [{ kind: stamp, behaviour: () => ({ label: 'cheap' }) }],
});
`;

/**
 * A folder with a plugin whose one tool wants a person's approval, and that brings a node kind; removed after the tests
 * of the file.
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
