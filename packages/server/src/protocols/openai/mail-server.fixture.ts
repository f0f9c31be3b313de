// A server with a tool that has effects, and a model that fails after it was called, for tests.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowDefinition } from '@cadence-agents/contracts';
import { startProtocolServer } from '../protocol-server.fixture.ts';

const plugin = (file: string) => `import { appendFile } from 'node:fs/promises';
import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
const send = tool({
  name: 'send_mail', description: 'Sends a mail.', input: z.object({ to: z.string() }),
  run: async ({ to }) => {
    await appendFile(${JSON.stringify(file)}, to + '\\n');
    return 'sent';
  },
});
export default definePlugin({
  metadata: { name: 'mailer', version: '1.0.0', description: 'Sends mail.', capabilities: ['mail'] },
  createAgent: () => defineAgent({ systemPrompt: 'You send mail.', tools: [send] }),
});
`;

const workflow: WorkflowDefinition = {
  id: 'mail',
  name: 'Mail',
  entrypointNodeId: 'mailer',
  nodes: [
    { id: 'mailer', workflowId: 'mail', nodeType: 'AGENT', nodeName: 'mailer', agentId: 'mailer' },
    { id: 'tools', workflowId: 'mail', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
  ],
  edges: [
    {
      id: '1',
      workflowId: 'mail',
      sourceNodeId: 'mailer',
      targetNodeId: 'tools',
      conditionType: 'CONDITIONAL',
      conditionValue: 'tools',
    },
  ],
  agents: [{ id: 'mailer', name: 'Mailer', systemPrompt: 'You send mail.', tools: ['send_mail'] }],
};

const refusal = { kind: 'refuse' as const, status: 400, message: 'not today' };
const call = { name: 'send_mail', arguments: { to: 'ann' } };

export async function startMailServer() {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-mailer-'));
  const sentMail = join(folder, 'sent.txt');
  await mkdir(join(folder, 'plugins/mailer'), { recursive: true });
  const manifest = { name: 'mailer', type: 'module', cadence: { plugin: './index.ts' } };
  await writeFile(join(folder, 'plugins/mailer/package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'plugins/mailer/index.ts'), plugin(sentMail));
  const server = await startProtocolServer({ CADENCE_PLUGINS_DIR: join(folder, 'plugins') });
  await server.cadence.store.workflows.put('local', workflow);
  return {
    ...server,
    /** How many mails were sent. */
    sent: async () => (await readFile(sentMail, 'utf8').catch(() => '')).split('\n').length - 1,
    /** Has the model call the tool, then fail, as often as it is asked. */
    failAfterTool: () =>
      server.model.script(
        Array.from({ length: 20 }, () => [{ kind: 'reply' as const, toolCalls: [call] }, refusal]).flat(),
      ),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
