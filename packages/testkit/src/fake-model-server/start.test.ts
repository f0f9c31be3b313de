import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeModelServer, startFakeModelServer } from './start.ts';
import { testClient } from './test-client.ts';

let server: FakeModelServer;
const { post } = testClient(() => server);
beforeAll(async () => {
  server = await startFakeModelServer();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

describe('the script of the fake model server', () => {
  const ask = async (model = 'm') => (await (await post({ model })).text()).match(/"content":"([^"]*)"/)?.[1];

  it('is consumed one behaviour a request, the last repeated if it says so', async () => {
    await server.script(['one', { kind: 'reply', text: 'again', repeat: true }]);
    expect([await ask(), await ask(), await ask()]).toEqual(['one', 'again', 'again']);
  });

  it('has queues for single models', async () => {
    await server.script({ queue: ['any'], models: { big: ['big one'] } });
    expect([await ask('big'), await ask('big'), await ask()]).toEqual(['big one', 'You said: Hello', 'any']);
  });

  it('is refused when it makes no sense', async () => {
    await expect(server.script([{ kind: 'reply', repeat: true }, 'never'])).rejects.toThrow('Only the last');
    await expect(server.script([{ kind: 'refuse', status: 200 }])).rejects.toThrow('status');
  });

  it('is emptied by a reset, which ends what hangs', async () => {
    await server.script([{ kind: 'hang' }, 'left over']);
    const hung = post({});
    hung.catch(() => undefined);
    await server.arrived(0);
    await server.reset();
    await expect(hung).rejects.toThrow('fetch failed');
    expect(await server.requests()).toEqual([]);
    expect(await ask()).toBe('You said: Hello');
  });

  it('is waited for no longer than asked', async () => {
    await expect(server.closed(0, 1)).rejects.toThrow('After 1 ms request 0 is not there yet.');
  });
});

describe('the process of the fake model server', () => {
  it('is gone after close, which can be called twice', async () => {
    const other = await startFakeModelServer();
    await Promise.all([other.close(), other.close()]);
    await expect(fetch(`${other.url}/models`)).rejects.toThrow('fetch failed');
  });

  it('ends with a parent that was killed', async () => {
    const start = new URL('./start.ts', import.meta.url).href;
    const program = `const { startFakeModelServer } = await import(${JSON.stringify(start)});
      console.log((await startFakeModelServer()).origin);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [origin] = await once(createInterface(parent.stdout), 'line');
    const waiting = fetch(`${origin}/control/arrived?index=0&timeoutMs=25000`);
    waiting.catch(() => undefined);
    await fetch(`${origin}/control/requests`);
    parent.kill('SIGKILL');
    await expect(waiting).rejects.toThrow('fetch failed');
  });
});
