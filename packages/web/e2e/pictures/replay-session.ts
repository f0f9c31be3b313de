// From a run to a test of it: the commands, and what they answer.
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../../cli/bin/cadence.js', import.meta.url));

const clerk = {
  id: 'clerk',
  name: 'Clerk',
  entrypointNodeId: 'clerk',
  nodes: [
    { id: 'clerk', nodeType: 'AGENT', nodeName: 'clerk', agentId: 'clerk' },
    { id: 'tools', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
  ],
  edges: [{ sourceNodeId: 'clerk', targetNodeId: 'tools', conditionValue: 'tools' }],
  agents: [{ id: 'clerk', name: 'Clerk', systemPrompt: 'You answer for a shop.', tools: ['calculate'] }],
};

/** Ids and times are of the moment; in a picture they stay the same. */
const SHOWN_ID = '3f2a91c0';
const SHOWN_TIME = '2026-11-16 09:00';

/** Run, export, change the prompt, see the divergence, accept it: as a terminal shows it, with its colours. */
export async function replaySession(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-session-'));
  try {
    await prepare(folder);
    const asked = run(folder, `cadence ask --workflow workflows/clerk.json "What is 3 * 14.50?"`);
    const listed = run(folder, 'cadence run list');
    const id = /^[\da-f]{8}/m.exec(listed.output)?.[0];
    if (id === undefined) throw new Error(`No run was listed:\n${listed.output}`);
    const rest = [
      `cadence run export ${id} > tests/sum.run.json`,
      'cadence test',
      `sed -i 's/for a shop\\./for a shop. Be brief./' workflows/clerk.json`,
      'cadence test',
      'cadence test --update',
      'cadence test',
    ].map((command) => run(folder, command));
    return [asked, listed, ...rest]
      .map(({ command, output }) => `\u001b[1m$ ${command}\u001b[22m\n${output.trimEnd()}`.trimEnd())
      .join('\n\n')
      .replaceAll(id, SHOWN_ID)
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, SHOWN_TIME);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(folder: string): Promise<void> {
  for (const name of ['workflows', 'tests', 'bin']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'workflows/clerk.json'), JSON.stringify(clerk, null, 2));
  const command = join(folder, 'bin/cadence');
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  await chmod(command, 0o755);
}

function run(folder: string, command: string): { command: string; output: string } {
  const { stdout } = spawnSync('sh', ['-c', `{ ${command}\n} 2>&1`], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    env: {
      ...process.env,
      PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
      CADENCE_DATA_DIR: join(folder, 'data'),
      CADENCE_DEFAULT_MODEL: 'offline',
      CADENCE_LOG_LEVEL: 'error',
      FORCE_COLOR: '1',
    },
  });
  return { command, output: stdout };
}
