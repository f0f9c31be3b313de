import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A plugin with one tool, packed as `npm pack` does. */
export async function packedPlugin(
  name: string,
  run = `({ who }) => 'Hello, ' + who`,
  version = '1.0.0',
): Promise<Blob> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-packed-'));
  try {
    await mkdir(join(folder, 'package/src'), { recursive: true });
    const manifest = { name, version, type: 'module', cadence: { plugin: './src/index.ts' } };
    await writeFile(join(folder, 'package/package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'package/src/index.ts'), source(name, run, version));
    await promisify(execFile)('tar', ['-czf', 'plugin.tgz', 'package'], { cwd: folder });
    return new Blob([await readFile(join(folder, 'plugin.tgz'))]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const source = (name: string, run: string, version: string) => `
import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';

export default definePlugin({
  metadata: { name: '${name}', version: '${version}', description: 'Greets people by name', capabilities: ['greeting'] },
  config: z.strictObject({ formal: z.boolean().default(false) }),
  createAgent: () => defineAgent({
    systemPrompt: 'You greet people.',
    tools: [tool({ name: 'greet', description: 'Greet somebody', timeoutMs: 3000, input: z.object({ who: z.string() }), run: ${run} })],
  }),
});
`;
