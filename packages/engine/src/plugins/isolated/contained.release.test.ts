// Plugins that misbehave, for real: each is contained and told of in plain words, and a neighbour notices nothing.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CadenceError, type OutgoingFetch } from '@cadence-agents/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../plugin-folder.fixture.ts';
import { beside, bystander, ended, failure, levels, type Uploaded } from './isolated.fixture.ts';
import { isolationInForce } from './isolation.ts';

describe.each(levels)('at the level %s', (demand) => {
  it('ends a tool that loops for ever', () =>
    beside(demand, { tools: { loop: 'for (;;);' }, options: { loop: 'timeoutMs: 100,' } }, async (all) => {
      expect(await failure(all.call('bad', 'loop'))).toMatchObject({ code: 'TOOL_TIMEOUT' });
      await ended(all, /ran past its time, and nothing could interrupt it/);
    }));

  it('tells a call to stop, and replaces a process whose call does not, without harm to other calls', () =>
    beside(
      demand,
      {
        tools: {
          hang: 'ctx.emit({ at: "work" }); await new Promise(() => setInterval(() => {}, 5)); ',
          polite:
            'return new Promise((_, no) => ctx.signal.addEventListener("abort", () => no(new Error("stopped"))));',
          walk: bystander.tools?.walk ?? '',
        },
        options: { hang: 'timeoutMs: 100,', polite: 'timeoutMs: 100,' },
      },
      async (all) => {
        const walking = all.call('bad', 'walk');
        expect(await failure(all.call('bad', 'polite'))).toMatchObject({ code: 'TOOL_TIMEOUT' });
        expect(await failure(all.call('bad', 'hang'))).toMatchObject({ code: 'TOOL_TIMEOUT' });
        expect(await walking).toBe('arrived');
        expect(all.warnings).toEqual([]);
      },
    ));

  it('survives a tool that ends its process', () =>
    beside(demand, { tools: { exit: 'process.exit(3);' } }, async (all) => {
      const error = await failure(all.call('bad', 'exit'));
      expect(error).toMatchObject({ code: 'PLUGIN_FAILED' });
      expect(error.message).toMatch(
        /it ended itself \(exit code 3\)\. Whether the call took effect is not known/,
      );
    }));

  it('survives a tool that aborts its process', () =>
    beside(demand, { tools: { abort: 'process.abort();' } }, async (all) => {
      expect((await failure(all.call('bad', 'abort'))).message).toMatch(/it crashed/);
    }));

  it('hands errors on as they are in this process, with where they were thrown', () =>
    beside(
      demand,
      {
        tools: {
          plain: 'throw new TypeError("no luck");',
          worded: 'throw new CadenceError("TOOL_FAILED", "There is no city.", { hint: "Ask again." });',
          odd: 'throw "a text";',
        },
      },
      async (all) => {
        const plain = await failure(all.call('bad', 'plain'));
        expect(CadenceError.is(plain)).toBe(false);
        expect(plain).toMatchObject({ name: 'TypeError', message: 'no luck' });
        expect(plain.stack).toMatch(/^TypeError: no luck\n {4}at .*index\.ts/);
        expect(await failure(all.call('bad', 'worded'))).toMatchObject({
          code: 'TOOL_FAILED',
          message: 'There is no city.',
          hint: 'Ask again.',
        });
        expect((await failure(all.call('bad', 'odd'))).message).toBe('a text');
        expect(all.warnings).toEqual([]);
      },
    ));

  it.each([
    ['thrown', 'setImmediate(() => { throw new Error("hunter2"); }); await new Promise(() => {});'],
    ['rejected', 'Promise.reject(new Error("hunter2")); await new Promise(() => {});'],
  ])('survives an error that nobody caught (%s), and tells the model nothing of it', (_, late) =>
    beside(demand, { tools: { late } }, async (all) => {
      const error = await failure(all.call('bad', 'late'));
      expect(error.message).toMatch(/an error that nothing caught/);
      expect(error.message).not.toContain('hunter2');
      await ended(all, /hunter2/);
    }),
  );

  it('ends a tool that hoards memory', () =>
    beside(
      demand,
      {
        tools: {
          hoard: 'const all = []; for (;;) all.push(Array.from({ length: 1e5 }, (_, n) => ({ n })));',
          buffers:
            'const all = []; try { for (;;) all.push(Buffer.alloc(8 * 2 ** 20, 1)); } catch { return all.length * 8; }',
        },
        options: { hoard: 'timeoutMs: 20_000,', buffers: 'timeoutMs: 20_000,' },
      },
      async (all) => {
        expect((await failure(all.call('bad', 'hoard'))).message).toMatch(/more than its 96 MB of memory/);
        if (!(await isolationInForce()).memoryBounded) return;
        // Where a buffer is refused the tool may go on with that; where Node itself lacks memory it crashes.
        const held = await all.call('bad', 'buffers').catch((error: Error) => error.message);
        if (Number(held) > 0) expect(Number(held)).toBeLessThan(140);
        else expect(held).toMatch(/more than its 96 MB of memory/);
      },
      { memoryMb: 96 },
    ));

  it('shows it no environment but what it declares and the administrator allows', () =>
    beside(
      demand,
      {
        tools: {
          env: 'return Object.keys(process.env).sort();',
          tell: 'ctx.log("it is " + process.env.GIVEN); ctx.emit({ key: process.env.GIVEN }); return process.env.GIVEN;',
          fail: 'throw new Error("bad key " + process.env.GIVEN);',
        },
        cadence: { secrets: ['GIVEN', 'NOT_ALLOWED', 'NODE_OPTIONS'] },
      },
      async (all) => {
        expect(await all.call('bad', 'env')).toBe('["GIVEN"]');
        const said: unknown[] = [];
        const more = { log: (text: string) => said.push(text), emit: (data: object) => said.push(data) };
        expect(await all.call('bad', 'tell', {}, more)).toBe('[redacted]');
        expect(said).toEqual(['it is [redacted]', { key: '[redacted]' }]);
        expect((await failure(all.call('bad', 'fail'))).message).toBe('bad key [redacted]');
      },
      { secrets: () => ({ GIVEN: 'given-value', NOT_DECLARED: 'x', NODE_OPTIONS: '--inspect' }) },
    ));

  it('shows it no file but its own, and lets it write none', async () => {
    const folder = await temporaryFolder();
    const database = join(folder, 'cadence.db');
    new DatabaseSync(database).exec('CREATE TABLE secret (text)');
    writeFileSync(join(folder, '.env'), 'KEY=1');
    const read = 'return fs.readFileSync(args.path, "latin1").slice(0, 20);';
    const sketch = {
      head: 'import fs from "node:fs"; import { createRequire } from "node:module";',
      tools: {
        read,
        write: 'fs.writeFileSync(args.path, "x");',
        list: 'return fs.readdirSync(args.path);',
        sqlite:
          'const { DatabaseSync } = await import("node:sqlite"); return new DatabaseSync(args.path).exec("SELECT 1");',
      },
    };
    await beside(demand, sketch, async (all) => {
      const own = all.host.get('bad')?.folder ?? '';
      expect(await all.call('bad', 'read', { path: join(own, 'package.json') })).toContain('"name"');
      for (const path of [database, join(folder, '.env'), '/etc/passwd', '/proc/self/environ'])
        expect((await failure(all.call('bad', 'read', { path }))).message).toMatch(/restricted/);
      expect((await failure(all.call('bad', 'list', { path: join(own, '..') }))).message).toMatch(
        /restricted/,
      );
      for (const path of [join(own, 'x'), join(folder, 'x')])
        expect((await failure(all.call('bad', 'write', { path }))).message).toMatch(/restricted/);
      expect((await failure(all.call('bad', 'sqlite', { path: database }))).message).toMatch(
        /No such built-in/,
      );
    });
  });

  it('lets it start no program, no thread and no addon', () =>
    beside(
      demand,
      {
        tools: {
          program: 'return (await import("node:child_process")).execFileSync("id", { encoding: "utf8" });',
          thread: 'new (await import("node:worker_threads")).Worker("1", { eval: true });',
          addon: 'process.dlopen({ exports: {} }, "/lib/x.node");',
          inspector: '(await import("node:inspector")).open(0);',
        },
      },
      async (all) => {
        for (const tool of ['program', 'thread', 'addon', 'inspector'])
          expect((await failure(all.call('bad', tool))).message).toMatch(/restricted|disabled|not allowed/i);
      },
    ));

  it('gives it no way to end the process of Cadence', () =>
    beside(
      demand,
      { tools: { kill: 'process.kill(args.pid, "SIGKILL");', parent: 'return process.ppid;' } },
      async (all) => {
        expect((await failure(all.call('bad', 'kill', { pid: process.pid }))).message).toMatch(
          /not a function/,
        );
        expect(await all.call('bad', 'parent')).toBe('0');
      },
    ));

  it(`${demand === 'namespace' ? 'keeps it from' : 'cannot keep it from'} the network, and the list says so`, async () => {
    const server = createServer((_, response) => response.end('the inside'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const sketch = { tools: { get: 'return (await fetch(args.url)).text();' }, cadence: { network: true } };
    const url = `http://127.0.0.1:${port}`;
    const network = (all: Uploaded) => all.host.list().find(({ slug }) => slug === 'bad')?.network;
    await beside(demand, sketch, async (all) => {
      expect(network(all)).toBe(demand === 'process');
      const got = await all.call('bad', 'get', { url }).catch((error: Error) => error.message);
      expect(got).toBe(demand === 'process' ? 'the inside' : 'fetch failed');
    });
    await beside(
      demand,
      sketch,
      async (all) => {
        expect(network(all)).toBe(true);
        expect(await all.call('bad', 'get', { url })).toBe('the inside');
      },
      { network: true },
    );
  });

  it('calls the outside for it, as far as it may, and hands on what came of it', async () => {
    const sketch = {
      tools: {
        get: `const init = { method: 'POST', body: 'sent', headers: { 'x-a': 'b' } };
          const response = await ctx.fetch(args.url, init);
          return [response.status, response.headers.get('x-c'), response.url, await response.text()].join(' ');`,
      },
      cadence: { network: true },
    };
    const asked: unknown[] = [];
    const fetch: OutgoingFetch = async (url, { method, headers, body } = {}) => {
      if (String(url).includes('inside')) throw new CadenceError('ADDRESS_REFUSED', 'Not there.');
      asked.push([String(url), method, new Headers(headers).get('x-a'), String(body)]);
      return new Response('söme text', { status: 201, headers: { 'x-c': 'd' } });
    };
    const call = (all: Uploaded, host: string) =>
      all.call('bad', 'get', { url: `https://${host}.example/` }, { fetch });
    await beside(
      demand,
      sketch,
      async (all) => {
        expect(await call(all, 'outside')).toBe('201 d  söme text');
        expect(asked).toEqual([['https://outside.example/', 'POST', 'b', 'sent']]);
        await expect(call(all, 'inside')).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
      },
      { network: true },
    );
    await beside(demand, sketch, async (all) => {
      await expect(call(all, 'outside')).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    });
  });
});
