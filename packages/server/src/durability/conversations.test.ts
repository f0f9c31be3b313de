import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CadenceError,
  type HandoffAnswer,
  isLiveText,
  localOwner,
  type ModelRequest,
  type RunEvent,
} from '@cadence-agents/contracts';
import { createLocalSignals, silentLog } from '@cadence-agents/engine';
import type { StoreOptions } from '@cadence-agents/storage';
import { sharedPostgres } from '@cadence-agents/storage/testing';
import { hang, type ScriptedMessage } from '@cadence-agents/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { localPrincipal } from '../app/access/principal.ts';
import { answerHandoff } from '../app/handoffs.ts';
import { lastUser, openTalk } from './stored.fixture.ts';

const { tenantId } = localOwner;
const echo = ({ messages }: ModelRequest) => `You said ${lastUser(messages)}.`;
const slowEcho = (ms: number) => async (request: ModelRequest) => {
  // A model that takes its time.
  await sleep(ms);
  return echo(request);
};
const userMessages = (messages: unknown) =>
  (messages as { role: string; content: string }[])
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content);

const words = 'One two three four.';

/** A run that has said the words and goes on, in the only process that there is. */
async function alone(storage: StoreOptions) {
  const signals = { ...createLocalSignals(), othersReadStore: () => false };
  const sent = Promise.withResolvers<string>();
  const script = async () => {
    const id = await sent.promise;
    // What is told before the words is stored first, so that they wait alone.
    const types = async () => (await talk.store.events.read(id, 0)).map(({ type }) => type);
    await expect.poll(types).toContain('on_chat_model_start');
    return { content: words, afterText: hang } satisfies ScriptedMessage;
  };
  const talk = await openTalk({ storage, signals, script });
  const { id } = await talk.send('c', 'Count.');
  sent.resolve(id);
  return { talk, id };
}

const postgres = sharedPostgres();
afterAll(postgres.drop);

const databases: { name: string; open: () => Promise<{ storage: StoreOptions; close: () => void }> }[] = [
  {
    name: 'SQLite',
    open: async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'cadence-talk-'));
      return { storage: { dataDir }, close: () => rmSync(dataDir, { recursive: true }) };
    },
  },
  {
    name: 'PostgreSQL',
    open: async () => ({ storage: { databaseUrl: await postgres.freshDatabase() }, close: () => {} }),
  },
];

describe.each(databases)('stored conversations on $name', ({ open }) => {
  it('keep 100 messages of five writers, in order, each answered once, when they queue', async () => {
    const { storage, close } = await open();
    const talk = await openTalk({ storage, script: echo });
    const writers = Array.from({ length: 5 }, async (_, writer) => {
      for (let index = 0; index < 20; index++) await talk.send('c', `w${writer} m${index}`);
    });
    await Promise.all(writers);
    await talk.idle();
    const runs = (
      await talk.store.runs.list(tenantId, { conversationId: 'c', limit: 200 })
    ).items.toReversed();
    expect(runs.map(({ position }) => position)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
    expect(
      runs.every(({ status, answer, input }) => status === 'completed' && answer === `You said ${input}.`),
    ).toBe(true);
    const state = await talk.store.states.latest('c');
    expect(userMessages(state?.messages)).toEqual(runs.map(({ input }) => input));
    for (let writer = 0; writer < 5; writer++) {
      const own = runs.map(({ input }) => input).filter((input) => input.startsWith(`w${writer}`));
      expect(own).toEqual(Array.from({ length: 20 }, (_, index) => `w${writer} m${index}`));
    }
    expect(talk.model.requests).toHaveLength(100);
    await talk.close();
    close();
  });

  it('end a run that was interrupted too often like any other: its streams end, and its usage is kept', async () => {
    const { storage, close } = await open();
    const talk = await openTalk({ storage, script: echo, worker: false });
    const run = await talk.send('c', 'hello');
    const usage = { inputTokens: 7, outputTokens: 5, modelCalls: 1 };
    for (let attempt = 1; attempt <= 20; attempt++) {
      const [claimed] = await talk.store.runs.claim(`process ${attempt}`, 60_000, { conversationIds: ['c'] });
      if (!claimed) throw new Error('It was not to be had.');
      if (attempt === 3) {
        const place = { runId: run.id, time: '2026-01-01T00:00:00.000Z' };
        const events: RunEvent[] = [
          {
            ...place,
            seq: 1,
            node: null,
            type: 'on_run_start',
            data: { workflowId: 'talk', input: 'hello', tone: 'natural' },
          },
          { ...place, seq: 2, node: 'agent', type: 'on_node_start', data: { nodeType: 'AGENT', step: 1 } },
          {
            ...place,
            seq: 3,
            node: 'agent',
            type: 'on_chat_model_end',
            data: { model: 'm', usage, finishReason: 'stop' },
          },
        ];
        await talk.store.runs.commit(claimed.lease, run.id, { events, steps: [], calls: [] });
      }
      // As a process that dies: the lease is over, and nobody says so.
      await talk.store.runs.renew(claimed.lease, run.id, -1);
    }
    const worker = await openTalk({ storage, script: echo });
    const events: RunEvent[] = [];
    for await (const event of talk.follow(run.id)) events.push(event);
    expect(events.slice(3).map(({ type }) => type)).toEqual(['on_error', 'on_run_end']);
    const answer = expect.stringMatching(/^I could not answer this: something about this service/);
    expect(events.at(-1)).toMatchObject({ seq: 5, data: { status: 'failed', answer, usage } });
    expect(await talk.wait(run.id)).toMatchObject({
      status: 'failed',
      answer,
      usage,
      error: { code: 'RUN_TOOK_PROCESS_DOWN' },
    });
    expect(worker.model.requests).toHaveLength(0);
    await worker.close();
    await talk.close();
    close();
  });

  it('end the streams of their runs when they are deleted, in every process', async () => {
    const { storage, close } = await open();
    const talk = await openTalk({ storage, script: () => hang });
    const other = await openTalk({ storage, script: echo, worker: false });
    const runs = [await talk.send('c', 'one'), await talk.send('c', 'two')];
    const begun = Promise.withResolvers<void>();
    const read = async ({ follow }: typeof talk, runId: string) => {
      const events: RunEvent[] = [];
      for await (const event of follow(runId)) {
        events.push(event);
        if (event.type === 'on_node_start') begun.resolve();
      }
      return events.at(-1);
    };
    const readers = [talk, other].flatMap((each) => runs.map(({ id }) => read(each, id)));
    await begun.promise;
    expect(await talk.deleteConversation('c')).toBe(true);
    for (const last of await Promise.all(readers)) {
      expect(last).toMatchObject({
        type: 'on_run_end',
        data: { status: 'cancelled', answer: 'The conversation was deleted.' },
      });
    }
    await talk.idle();
    await talk.close();
    await other.close();
    close();
  });

  it('tell whoever comes what was said so far, although nobody has waited for it to be stored', async () => {
    const { storage, close } = await open();
    const { talk, id } = await alone(storage);
    const said = async () => {
      let text = '';
      for await (const told of talk.followLive(id)) {
        if (isLiveText(told)) text += told.text;
        else if (told.type === 'on_chat_model_stream') text += told.data.chunk;
        if (text === words) break;
      }
    };
    await said();
    const stored = await talk.store.events.read(id, 0);
    const blocks = stored.flatMap((event) => (event.type === 'on_chat_model_stream' ? event.data.chunk : []));
    expect(blocks.join('')).toBe(words);
    // Another reader.
    await said();
    await talk.cancel(id);
    await talk.idle();
    expect((await talk.store.events.read(id, 0)).slice(0, stored.length)).toEqual(stored);
    await talk.close();
    close();
  });

  it('tell text soon to who follows a run by what is stored', async () => {
    const { storage, close } = await open();
    const { talk, id } = await alone(storage);
    const told = async () => {
      for await (const { type, data } of talk.follow(id))
        if (type === 'on_chat_model_stream' && data.chunk === words) return 'soon';
      return 'never';
    };
    // Where nobody waits for it, it is stored after five seconds.
    expect(await Promise.race([told(), sleep(4_000, 'late')])).toBe('soon');
    await talk.cancel(id);
    await talk.idle();
    await talk.close();
    close();
  });

  it('refuse what is sent while busy when asked to, and lose nothing that was taken', async () => {
    const { storage, close } = await open();
    const talk = await openTalk({ storage, script: slowEcho(5) });
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, async (_, writer) => {
        const taken: string[] = [];
        for (let index = 0; index < 20; index++) {
          const message = `w${writer} m${index}`;
          const run = await talk.send('c', message, { onBusy: 'reject' }).catch(CadenceError.from);
          if (run instanceof Error) expect(run).toMatchObject({ code: 'CONVERSATION_BUSY', status: 409 });
          else taken.push(message);
          // The others come meanwhile, some of them when nothing is at work.
          await sleep(3);
        }
        return taken;
      }),
    );
    await talk.idle();
    const taken = outcomes.flat();
    const state = await talk.store.states.latest('c');
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.length).toBeLessThan(100);
    expect(userMessages(state?.messages).toSorted()).toEqual(taken.toSorted());
    await talk.close();
    close();
  });

  it.each(['interrupt', 'rollback'] as const)(
    'stop what is at work for what comes after it (%s)',
    async (onBusy) => {
      const { storage, close } = await open();
      const talk = await openTalk({
        storage,
        script: ({ messages }) => (lastUser(messages) === 'slow' ? hang : `You said ${lastUser(messages)}.`),
      });
      const slow = await talk.send('c', 'slow');
      await expect.poll(() => talk.model.requests.length).toBe(1);
      const quick = await talk.send('c', 'quick', { onBusy });
      expect(await talk.wait(slow.id)).toMatchObject({ status: 'cancelled' });
      expect(await talk.wait(quick.id)).toMatchObject({ status: 'completed', answer: 'You said quick.' });
      const state = await talk.store.states.latest('c');
      expect(userMessages(state?.messages)).toEqual(onBusy === 'rollback' ? ['quick'] : ['slow', 'quick']);
      await talk.close();
      close();
    },
  );

  it.each(['interrupt', 'rollback'] as const)(
    'take 100 messages of five writers that each stop the one before, and answer the last (%s)',
    async (onBusy) => {
      const { storage, close } = await open();
      const talk = await openTalk({ storage, script: slowEcho(2) });
      await Promise.all(
        Array.from({ length: 5 }, async (_, writer) => {
          for (let index = 0; index < 20; index++) await talk.send('c', `w${writer} m${index}`, { onBusy });
        }),
      );
      await talk.idle();
      const runs = (
        await talk.store.runs.list(tenantId, { conversationId: 'c', limit: 200 })
      ).items.toReversed();
      expect(runs.map(({ position }) => position)).toEqual(
        Array.from({ length: 100 }, (_, index) => index + 1),
      );
      expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['cancelled', 'completed']));
      expect(runs.at(-1)).toMatchObject({ status: 'completed', answer: `You said ${runs.at(-1)?.input}.` });
      const told = userMessages((await talk.store.states.latest('c'))?.messages);
      const answered = runs.filter(({ status }) => status === 'completed').map(({ input }) => input);
      // A run that ended before it heard that it was to be undone is undone all the same, and says so.
      if (onBusy === 'rollback') expect(told).toEqual(answered);
      else expect(told.filter((input) => answered.includes(input))).toEqual(answered);
      expect(told.at(-1)).toBe(runs.at(-1)?.input);
      await talk.close();
      close();
    },
  );

  it('call a run cancelled that was to be undone but ended before it heard of it', async () => {
    const { storage, close } = await open();
    const gate = Promise.withResolvers<void>();
    const script = async (request: ModelRequest) => {
      if (lastUser(request.messages) === 'slow') await gate.promise;
      return echo(request);
    };
    // Two processes: the one at work learns of the other's wish by its heartbeat only, which is far away.
    const here = await openTalk({ storage, script, leaseMs: 60_000 });
    const there = await openTalk({ storage, script, leaseMs: 60_000 });
    const slow = await here.send('c', 'slow');
    await expect.poll(() => here.model.requests.length).toBe(1);
    const heard: RunEvent[] = [];
    const following = (async () => {
      for await (const event of here.follow(slow.id)) heard.push(event);
    })();
    const quick = await there.send('c', 'quick', { onBusy: 'rollback' });
    gate.resolve();
    await following;
    expect(heard.at(-1)).toMatchObject({ type: 'on_run_end', data: { status: 'cancelled' } });
    expect(await here.store.events.read(slow.id, 0)).toEqual(heard);
    expect(await here.wait(slow.id)).toMatchObject({ status: 'cancelled' });
    expect(await there.wait(quick.id)).toMatchObject({ status: 'completed', answer: 'You said quick.' });
    const state = await here.store.states.latest('c');
    expect(userMessages(state?.messages)).toEqual(['quick']);
    await here.close();
    await there.close();
    close();
  });

  it('are carried out by another process, which a signal wakes at once', async () => {
    const { storage, close } = await open();
    const signals = createLocalSignals();
    const hangs = (request: ModelRequest) => (lastUser(request.messages) === 'hang' ? hang : echo(request));
    // Neither would look by itself for 20 seconds.
    const far = { storage, leaseMs: 60_000, signals, script: hangs };
    const accepting = await openTalk({ ...far, worker: false });
    const carrying = await openTalk(far);
    const run = await accepting.send('c', 'hello');
    const heard: RunEvent[] = [];
    for await (const event of accepting.follow(run.id, { pollMs: 60_000 })) heard.push(event);
    expect(heard.at(-1)).toMatchObject({ data: { status: 'completed', answer: 'You said hello.' } });
    expect(accepting.model.requests).toEqual([]);

    const endless = await accepting.send('c', 'hang');
    await expect.poll(() => carrying.model.requests.length).toBe(2);
    await accepting.cancel(endless.id);
    expect(await accepting.wait(endless.id)).toMatchObject({ status: 'cancelled' });
    await accepting.close();
    await carrying.close();
    close();
  });

  it('are carried out by another process although no signal reaches it', async () => {
    const { storage, close } = await open();
    const accepting = await openTalk({ storage, script: echo, worker: false });
    const run = await accepting.send('c', 'hello');
    await accepting.idle();
    expect(await accepting.store.runs.get(tenantId, run.id)).toMatchObject({ status: 'queued' });
    const carrying = await openTalk({ storage, script: echo });
    expect(await accepting.wait(run.id)).toMatchObject({ status: 'completed' });
    const later = await accepting.send('c', 'hello again');
    expect(await accepting.wait(later.id)).toMatchObject({ answer: 'You said hello again.' });
    await accepting.close();
    await carrying.close();
    close();
  });

  it('go on although the log fails at every call', async () => {
    const { storage, close } = await open();
    const broken = () => {
      throw new Error('disk full');
    };
    const log = { debug: broken, info: broken, warn: broken, error: broken };
    const talk = await openTalk({ storage, script: echo, log });
    expect(await talk.wait((await talk.send('c', 'hello')).id)).toMatchObject({ status: 'completed' });
    await talk.close();
    close();
  });

  it('wait for a person over a restart, and go on with the answer', async () => {
    const { storage, close } = await open();
    const wipe = {
      name: 'wipe',
      description: 'Wipes',
      input: z.object({}),
      requiresApproval: true,
      run: () => 'wiped',
    };
    const script = ({ messages }: ModelRequest) =>
      messages.at(-1)?.role === 'tool'
        ? `Result: ${messages.at(-1)?.content}`
        : { toolCalls: [{ name: 'wipe' }] };
    const before = await openTalk({ storage, script, tools: [wipe] });
    const asked = await before.wait((await before.send('c', 'Wipe it.')).id);
    expect(asked).toMatchObject({ status: 'awaiting_human', handoff: { choices: ['approve', 'reject'] } });
    await before.close();

    const after = await openTalk({ storage, script, tools: [wipe] });
    const [waiting] = (await after.store.handoffs.waiting(tenantId)).items;
    await expect(after.answer(waiting?.id ?? '', { text: 'maybe' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    const answered = await after.answer(waiting?.id ?? '', { text: 'approve' });
    expect(await after.wait(answered.id)).toMatchObject({ status: 'completed', answer: 'Result: wiped' });
    await expect(after.answer(waiting?.id ?? '', { text: 'approve' })).rejects.toMatchObject({
      code: 'HANDOFF_NOT_WAITING',
    });
    const events = await after.store.events.read(asked.id, 0);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    await after.close();
    close();
  });

  it('refuse edits of an approval that do not fit, run nothing, and keep who edited what', async () => {
    const { storage, close } = await open();
    const paid: unknown[] = [];
    const pay = {
      name: 'pay',
      description: 'Pays',
      input: z.object({ sum: z.number().max(10) }),
      requiresApproval: true,
      run: (args: unknown) => `paid ${paid.push(args)}`,
    };
    const script = ({ messages }: ModelRequest) =>
      messages.at(-1)?.role === 'tool'
        ? `Result: ${messages.at(-1)?.content}`
        : { toolCalls: [{ id: 'c1', name: 'pay', args: { sum: 5 } }] };
    const talk = await openTalk({ storage, script, tools: [pay] });
    const asked = await talk.wait((await talk.send('c', 'Pay.')).id);
    const id = asked.handoff?.id ?? '';
    const context = { store: talk.store, log: silentLog, answer: talk.answer };
    const principal = { ...localPrincipal, keyId: 'key-7' };
    const answer = (label: string, args: HandoffAnswer['args'] = {}) =>
      answerHandoff(context, principal, id, { text: '', label, args });
    for (const [label, args, told] of [
      ['approve', { c2: { sum: 1 } }, /No call "c2" waits/],
      ['approve', { c1: { sum: 1 }, c2: { sum: 1 } }, /No call "c2" waits/],
      ['approve', { c1: { sum: 11 } }, /do not fit "pay"[\s\S]*sum/],
      ['approve', { c1: {} }, /do not fit "pay"/],
      ['reject', { c1: { sum: 1 } }, /is not approved/],
    ] as const) {
      await expect(answer(label, args)).rejects.toMatchObject({
        code: 'INPUT_INVALID',
        message: expect.stringMatching(told),
      });
      expect(await talk.store.handoffs.get(tenantId, id)).toMatchObject({ status: 'waiting', answer: null });
    }
    await talk.idle();
    expect(paid).toEqual([]);

    const answered = await answer('approve', { c1: { sum: 3 } });
    expect(await talk.wait(answered.id)).toMatchObject({ status: 'completed', answer: 'Result: paid 1' });
    expect(paid).toEqual([{ sum: 3 }]);
    expect(await talk.store.handoffs.get(tenantId, id)).toMatchObject({
      calls: [{ id: 'c1', args: { sum: 5 } }],
      answer: { label: 'approve', args: { c1: { sum: 3 } }, by: 'key-7' },
    });
    const [entry] = (await talk.store.audit.list(tenantId)).items;
    expect(entry).toMatchObject({
      actor: 'key-7',
      action: 'handoff.answer',
      target: id,
      outcome: 'done',
      details: { edited: ['c1'] },
    });
    await talk.close();
    close();
  });

  it.each([
    ['a NUL', 'a\0b'],
    ['half a character', 'x\ud83d'],
    ['ten megabytes', 'y'.repeat(10_000_000)],
    ['a constructor’s mark', '{"lc":1,"type":"constructor","id":["nope"]}'],
    ['a prototype', '{"__proto__":{"admin":true}}'],
  ])('stay usable after %s from a model, a tool and a person', async (_, text) => {
    const { storage, close } = await open();
    const short = text.slice(0, 50);
    const odd = { name: 'odd', description: 'Odd', input: z.looseObject({}), run: () => text };
    const talk = await openTalk({
      storage,
      tools: [odd],
      script: ({ messages }) => {
        const last = messages.at(-1);
        if (last?.role === 'tool') return text;
        if (last?.content === 'call')
          return { toolCalls: [{ name: 'odd', args: { text: short, [short]: [short] }, id: short }] };
        return 'Fine.';
      },
    });
    const told = await talk.send('c', text).catch(CadenceError.from);
    if (told instanceof Error) expect(told).toMatchObject({ code: 'VALUE_NOT_STORABLE' });
    else expect(await talk.wait(told.id)).toMatchObject({ status: 'completed', input: text });
    const called = await talk.wait((await talk.send('c', 'call')).id);
    expect(called).toMatchObject({ status: 'completed', error: null });
    expect(await talk.wait((await talk.send('c', 'hello')).id)).toMatchObject({
      status: 'completed',
      answer: 'Fine.',
    });
    await talk.close();
    close();
  });
});
