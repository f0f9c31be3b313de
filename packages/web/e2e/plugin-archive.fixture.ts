import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PluginSource {
  name: string;
  version?: string;
  description: string;
  /** The tool that it brings, as source. */
  tool: string;
  /** Variables that it asks for. */
  secrets?: readonly string[];
  /** What can be set of it, as source; its tool sees it as `config`. */
  config?: string;
}

export const greeter: PluginSource = {
  name: 'greeter',
  description: 'Greets people by name',
  tool: `{
    name: 'greet',
    description: 'Greet somebody by name',
    input: z.object({ who: z.string().describe('Name of the person') }),
    run: ({ who }) => 'Welcome aboard, ' + who,
  }`,
};

/** Its tool runs only after a person has said yes. */
export const refunds: PluginSource = {
  name: 'refunds',
  description: 'Refunds payments of customers',
  tool: `{
    name: 'refund',
    description: 'Refund a payment to a customer',
    input: z.object({ customer: z.string(), amount: z.number() }),
    requiresApproval: true,
    run: ({ customer, amount }) => 'Refunded ' + amount + ' to ' + customer,
  }`,
};

/** Packed as `npm pack` does. */
export function pluginArchive(given: PluginSource): Buffer {
  const { name, version = '1.0.0', description, tool, secrets = [], config } = given;
  const manifest = { name, version, type: 'module', cadence: { plugin: './src/index.ts', secrets } };
  return archive({
    'package.json': JSON.stringify(manifest),
    'src/index.ts': `
import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';

export default definePlugin({
  metadata: { name: '${name}', version: '${version}', description: '${description}', capabilities: ['${name}'] },
${config === undefined ? '' : `  config: z.strictObject({ ${config} }),`}
  createAgent: (${config === undefined ? '' : '{ config }'}) => defineAgent({ systemPrompt: 'You use your tool.', tools: [tool(${tool})] }),
});
`,
  });
}

/** A .tgz with these files in the folder `package`. */
export function archive(files: Readonly<Record<string, string>>): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-archive-'));
  try {
    mkdirSync(join(folder, 'package/src'), { recursive: true });
    for (const [path, content] of Object.entries(files))
      writeFileSync(join(folder, 'package', path), content);
    execFileSync('tar', ['-czf', 'plugin.tgz', 'package'], { cwd: folder });
    return readFileSync(join(folder, 'plugin.tgz'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
