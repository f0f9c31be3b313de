import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { type CadenceClient, createClient } from '@cadence-agents/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startCadence, temporaryFolder, writeFiles } from './cli.fixture.ts';

interface Starting {
  child: ChildProcess;
  /** What it logged so far, line by line. */
  log: Record<string, unknown>[];
  /** Resolves once it listens, if it comes to that. */
  client: Promise<CadenceClient>;
}

const SECRET = 'sk-abcdef0123456789abcdef';

/** A plugin whose tool reads the meter, and on its way keeps the process from doing anything else. */
const meter = (code: string, atOnce = '') => ({
  'plugins/meter/package.json': JSON.stringify({
    name: 'meter',
    version: '1.0.0',
    type: 'module',
    cadence: { plugin: './index.ts' },
  }),
  'plugins/meter/index.ts': `
    import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
    import { z } from 'zod';
    import { execFileSync } from 'node:child_process';
    async function readMeter() {
      ${atOnce}
      await new Promise((done) => setTimeout(done, 10));
      const token = '${SECRET}';
      ${code}
      return '17 kWh, ' + token;
    }
    export default definePlugin({
      metadata: { name: 'meter', version: '1.0.0', description: 'Reads the meter.', capabilities: ['meter'] },
      createAgent: () => defineAgent({
        systemPrompt: 'You read the meter.',
        tools: [tool({ name: 'read_meter', description: 'Reads the meter.', input: z.object({}), readOnly: true, run: readMeter })],
      }),
    });`,
});

function start(cwd: string): Starting {
  const { child } = startCadence(['serve', '--port', '0'], {
    cwd,
    env: {
      CADENCE_PLUGINS_DIR: 'plugins',
      CADENCE_LOG_LEVEL: 'warn',
      CADENCE_LEASE_MS: '1000',
      CADENCE_WATCHDOG_MS: '5000',
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const log: Record<string, unknown>[] = [];
  createInterface(child.stderr).on('line', (line) => line.startsWith('{') && log.push(JSON.parse(line)));
  const listening = Promise.withResolvers<CadenceClient>();
  createInterface(child.stdout).on('line', (line) => {
    const url = /listens on (\S+)/.exec(line)?.[1];
    if (url !== undefined) listening.resolve(createClient({ baseUrl: url }));
  });
  return { child, log, client: listening.promise };
}

const said = ({ log }: Starting) => log.map(({ msg }) => msg);
const ask = (id: string, message: string) => ({
  params: { id },
  body: { message, workflowId: 'coordinator' },
});

describe('a process whose event loop is blocked', () => {
  it('ends by itself, and the run that blocked it twice is not tried a third time', async () => {
    const cwd = writeFiles(temporaryFolder(), meter('for (;;) {}'));
    const first = start(cwd);
    const gone = once(first.child, 'exit');
    const cut = (await first.client)
      .sendMessage(ask('meter', 'Read the meter.'))
      .catch((error: unknown) => error);
    // The same when it is told to stop, which it does not hear.
    await expect.poll(() => said(first), { timeout: 30_000 }).toContain('the event loop is blocked');
    first.child.kill('SIGTERM');
    expect(await gone).toEqual([null, 'SIGKILL']);
    await cut;
    expect(said(first)).toEqual([
      'the event loop is blocked',
      'the process ends: its event loop was blocked for too long',
    ]);
    const [blocked] = first.log;
    expect(blocked).toMatchObject({ level: 'warn', plugin: 'meter', runId: expect.any(String) });
    expect(String(blocked?.at)).toMatch(/readMeter \(.*plugins\/meter\/index\.ts:\d+:\d+\)/);
    expect(JSON.stringify(first.log)).not.toContain(SECRET);

    // It may be blocked again before it listens.
    const second = start(cwd);
    expect(await once(second.child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(second.log[0]).toMatchObject({ msg: 'the event loop is blocked', runId: blocked?.runId });

    const third = start(cwd);
    const client = await third.client;
    const id = String(blocked?.runId);
    await expect
      .poll(() => client.getRun({ params: { id } }), { timeout: 30_000 })
      .toMatchObject({ status: 'failed', attempt: 3, error: { code: 'RUN_TOOK_PROCESS_DOWN' } });
    const { items } = await client.runEvents({ params: { id }, query: {} });
    expect(items.at(-1)).toMatchObject({ type: 'on_run_end', data: { status: 'failed' } });
    expect(await client.sendMessage(ask('sums', 'What is 6 * 7?'))).toMatchObject({
      status: 'completed',
      answer: expect.stringContaining('42'),
    });
    third.child.kill('SIGTERM');
    expect(await once(third.child, 'exit')).toEqual([0, null]);
  }, 120_000);

  it('is known to be blocked by a plugin that waits for a program, which nothing can interrupt', async () => {
    const wait = `execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)']);`;
    const server = start(writeFiles(temporaryFolder(), meter('', wait)));
    const gone = once(server.child, 'exit');
    const cut = (await server.client).sendMessage(ask('meter', 'Read the meter.'));
    cut.catch(() => {});
    expect(await gone).toEqual([null, 'SIGKILL']);
    expect(server.log[0]).toMatchObject({
      msg: 'the event loop is blocked',
      plugin: 'meter',
      runId: expect.any(String),
      at: ['a call that cannot be interrupted'],
    });
  }, 60_000);

  it('that goes on in time holds nothing against the run', async () => {
    const code = `for (let time = 0; time < 3; time++) {
      const until = performance.now() + 2500;
      while (performance.now() < until) {}
      await new Promise((done) => setTimeout(done, 1000));
    }`;
    const cwd = writeFiles(temporaryFolder(), meter(code));
    const server = start(cwd);
    const run = await (await server.client).sendMessage(ask('meter', 'Read the meter.'));
    expect(run).toMatchObject({ status: 'completed', attempt: 1 });
    const database = new DatabaseSync(join(cwd, '.cadence/cadence.db'), { readOnly: true });
    onTestFinished(() => database.close());
    await expect.poll(() => said(server).at(-1), { timeout: 30_000 }).toBe('the event loop goes on');
    const strikes = () => database.prepare('SELECT strikes FROM runs').all();
    await expect.poll(strikes, { timeout: 30_000 }).toEqual([{ strikes: 0 }]);
    server.child.kill('SIGTERM');
    expect(await once(server.child, 'exit')).toEqual([0, null]);
  }, 120_000);
});
