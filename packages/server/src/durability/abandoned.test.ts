import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localOwner, type RunEvent, type Tool } from '@cadence-agents/contracts';
import { hang, type Script } from '@cadence-agents/testkit';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openTalk } from './stored.fixture.ts';

describe('a run that does not end before its process stops', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cadence-abandoned-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
  });
  const look = { name: 'look', description: 'Looks.', readOnly: true, input: z.object({}) };
  const untilStopped: Tool = {
    ...look,
    run: (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('given up'))),
  };

  it.each<[string, RunEvent['type'], Script]>([
    ['in a model call', 'on_chat_model_start', () => hang],
    ['in a tool', 'on_tool_start', () => ({ toolCalls: [{ name: 'look' }] })],
  ])('is left to the next one as it was, and not told to be over: %s', async (_, within, script) => {
    const stopped = await openTalk({ storage: { dataDir }, script, tools: [untilStopped] });
    const run = await stopped.send('c', 'hello');
    const begun = Promise.withResolvers<void>();
    const reader = new AbortController();
    const following = (async () => {
      for await (const event of stopped.follow(run.id, { signal: reader.signal })) {
        if (event.type === within) begun.resolve();
      }
    })();
    await begun.promise;
    await stopped.drain(0);
    await stopped.idle();
    expect(await stopped.store.runs.get(localOwner.tenantId, run.id)).toMatchObject({ status: 'running' });
    const stored = await stopped.store.events.read(run.id, 0);
    expect(stored.map(({ type }) => type)).not.toContain('on_run_end');
    reader.abort();
    await following;
    await stopped.close();

    const tools = [{ ...look, run: () => 'seen' }];
    const next = await openTalk({ storage: { dataDir }, script: () => 'Here I am.', tools });
    expect(await next.wait(run.id)).toMatchObject({ status: 'completed', answer: 'Here I am.', attempt: 2 });
    await next.close();
  });
});
