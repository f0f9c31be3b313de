import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const subjects =
  'weather maps trains hotels flights recipes sports news music films books jobs houses cars taxes health plants animals stars tides parks museums schools banks shops stocks coins letters phones games chess poems jokes law history physics chemistry biology geology rivers roads bridges ports ships planes clocks calendars tasks notes photos'.split(
    ' ',
  );

const source = (subject: string) => `
import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';

const input = z.object({ about: z.string() });
const lookUp = tool({
  name: '${subject}_look_up',
  description: 'Looks ${subject} up.',
  input,
  run: async ({ about }) => \`All is well with \${about}.\`,
});
const change = tool({
  name: '${subject}_change',
  description: 'Changes ${subject}.',
  input,
  requiresApproval: true,
  run: async ({ about }) => \`\${about} is changed.\`,
});

export default definePlugin({
  metadata: { name: '${subject}', version: '1.0.0', description: 'Knows all about ${subject}.', capabilities: ['${subject}'] },
  createAgent: () => defineAgent({ systemPrompt: 'You know all about ${subject}.', tools: [lookUp, change] }),
});
`;

/** A folder with so many plugins, at most fifty: each an agent with two tools, one of which wants an approval. */
export function writePlugins(count: number): { folder: string; subjects: string[]; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-many-'));
  const chosen = subjects.slice(0, count);
  for (const name of chosen) {
    mkdirSync(join(folder, name));
    const about = { name, version: '1.0.0', type: 'module', cadence: { plugin: './index.ts' } };
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify(about));
    writeFileSync(join(folder, name, 'index.ts'), source(name));
  }
  return { folder, subjects: chosen, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
