import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that goes away with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cadence-plugins-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files by their paths; a value that is no string is written as JSON. */
export async function writeFiles(folder: string, files: Record<string, unknown>): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

export interface PluginSketch {
  name?: string;
  version?: string;
  /** Answered by its only tool, `answer`. */
  answer?: string;
  /** Code at the head of the module. */
  head?: string;
  /** Further fields of the plugin, as code. */
  more?: string;
  /** Further fields of package.json. */
  manifest?: object;
}

export function pluginCode(sketch: PluginSketch): string {
  const { name = 'Sample', version = '1.0.0', answer = '42', head = '', more = '' } = sketch;
  return `import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
${head}
const answer: string = ${JSON.stringify(answer)};
export default definePlugin({
  metadata: { name: ${JSON.stringify(name)}, version: '${version}', description: 'Answers.' },
  createAgent: () => defineAgent({
    systemPrompt: 'You answer.',
    tools: [tool({ name: 'answer', description: 'Answers.', input: z.object({}), run: () => answer })],
  }),
  ${more}
});
`;
}

const pluginFiles = (sketch: PluginSketch): Record<string, unknown> => ({
  'package.json': {
    name: 'sample',
    version: sketch.version ?? '1.0.0',
    type: 'module',
    cadence: { plugin: './src/index.ts' },
    ...sketch.manifest,
  },
  'src/index.ts': pluginCode(sketch),
});

/** Writes a plugin's folder and answers with its path. */
export const writePlugin = (folder: string, sketch: PluginSketch = {}): Promise<string> =>
  writeFiles(folder, pluginFiles(sketch));
