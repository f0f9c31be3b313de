import { runTopic, type Signal, workTopic } from '@cadence-agents/contracts';
import { createLocalSignals, silentLog } from '@cadence-agents/engine';
import { type PostgresServer, startPostgres } from '@cadence-agents/storage/testing';
import { describeSharedSignals } from '@cadence-agents/testkit/shared-signals.conformance';
import { describeSignals } from '@cadence-agents/testkit/signals.conformance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNotifications } from '../open-storage.ts';
import { openNotifySignals } from './notify-signals.ts';
import type { SharedSignals } from './shared-signals.ts';

let server: PostgresServer;
let alone: SharedSignals;
const open = (databaseUrl: string) =>
  openNotifySignals(createLocalSignals(), (heard) => openNotifications(databaseUrl, heard), silentLog);
beforeAll(async () => {
  // Of its own: it is crashed.
  server = await startPostgres();
  alone = await open(await server.freshSchema());
});
afterAll(async () => {
  await alone.close();
  await server.stop();
});

describeSignals('by way of PostgreSQL', () => alone);

describeSharedSignals('by way of PostgreSQL', 'hints', async () => {
  const url = await server.freshSchema();
  const [one, other, stranger] = [await open(url), await open(url), await open(await server.freshSchema())];
  return {
    one,
    other,
    stranger,
    cut: server.crash,
    mend: server.start,
    close: async () => void (await Promise.all([one, other, stranger].map((each) => each.close()))),
  };
});

it('a process knows whether others read what it stores', async () => {
  const databaseUrl = await server.freshDatabase();
  const openCounting = () =>
    openNotifySignals(
      createLocalSignals(),
      (heard) => openNotifications(databaseUrl, { ...heard, countEveryMs: 50 }),
      silentLog,
    );
  const one = await openCounting();
  try {
    expect(one.othersReadStore?.()).toBe(false);
    const other = await openCounting();
    await expect.poll(() => one.othersReadStore?.()).toBe(true);
    expect(other.othersReadStore?.()).toBe(true);
    await other.close();
    await expect.poll(() => one.othersReadStore?.()).toBe(false);
  } finally {
    await one.close();
  }
});

it('what was not told since nobody listened is told to who comes', async () => {
  const payloads: string[] = [];
  let hasListeners = false;
  let meet = () => {};
  const signals = await openNotifySignals(
    createLocalSignals(),
    async ({ onMet }) => {
      meet = onMet;
      return {
        kind: 'postgres' as const,
        notify: async (said) => payloads.push(...said) > 0,
        hasListeners: () => hasListeners,
        close: async () => {},
      };
    },
    silentLog,
  );
  signals.publish(runTopic('r'), { type: 'look' });
  signals.publish(workTopic, { type: 'work', conversationId: 'c' });
  hasListeners = true;
  meet();
  await expect.poll(() => payloads).toEqual([expect.stringContaining('["*",{"type":"look"}]')]);
  await signals.close();
  expect(payloads).toHaveLength(1);
});

it('news of many runs are told in few statements, and text is not told at all', async () => {
  const payloads: string[][] = [];
  const signals = await openNotifySignals(
    createLocalSignals(),
    async () => ({
      kind: 'postgres' as const,
      notify: async (said) => payloads.push([...said]) > 0,
      close: async () => {},
    }),
    silentLog,
  );
  const text: Signal = {
    ...{ type: 'text', runId: 'r', after: 1, node: 'n', messageId: 'm', offset: 0 },
    text: 'Hello',
  };
  for (let turn = 0; turn < 20; turn++) {
    for (let run = 0; run < 500; run++) {
      signals.publish(runTopic(`${run}`), { type: 'look' });
      signals.publish(runTopic(`${run}`), text);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  await signals.close();
  expect(payloads.flat().join()).not.toContain('Hello');
  for (let run = 0; run < 500; run++) expect(payloads.flat().join()).toContain(`"run/${run}"`);
  for (const payload of payloads.flat()) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  // One for the first of each, one for what followed within the window, however long the machine took.
  expect(payloads.length).toBeLessThan(10);
});
