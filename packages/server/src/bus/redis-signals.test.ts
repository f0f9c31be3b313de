import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type LiveText, runTopic, type Signal, workTopic } from '@cadence-agents/contracts';
import { createLocalSignals, silentLog } from '@cadence-agents/engine';
import { leftOut, noRedis, type RedisServer, selfSigned, startRedis } from '@cadence-agents/testkit';
import { describeSharedSignals } from '@cadence-agents/testkit/shared-signals.conformance';
import { describeSignals } from '@cadence-agents/testkit/signals.conformance';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openRedisSignals } from './redis-signals.ts';
import type { SharedSignals } from './shared-signals.ts';

const text = (offset: number, words: string): LiveText => ({
  ...{ type: 'text', runId: 'r', after: 1, node: 'n', messageId: 'm', offset },
  text: words,
});

describe.skipIf(leftOut(noRedis))('signals by way of Redis', () => {
  let server: RedisServer;
  let alone: SharedSignals;
  const open = (prefix: string) =>
    openRedisSignals(createLocalSignals(), { url: server.url, prefix, log: silentLog });
  beforeAll(async () => {
    server = await startRedis();
    alone = await open('alone:');
  });
  afterAll(async () => {
    await alone?.close();
    await server?.stop();
  });

  describeSignals('by way of Redis', () => alone);

  describeSharedSignals('by way of Redis', 'events', async () => {
    const prefix = `${randomUUID()}:`;
    const [one, other, stranger] = [await open(prefix), await open(prefix), await open(`${prefix}else:`)];
    return {
      one,
      other,
      stranger,
      cut: server.kill,
      mend: server.start,
      close: async () => void (await Promise.all([one, other, stranger].map((each) => each.close()))),
    };
  });

  /** Two processes, one of which follows a run that the other carries out. */
  async function follow() {
    const prefix = `${randomUUID()}:`;
    const [one, other] = [await open(prefix), await open(prefix)];
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
    const heard: Signal[] = [];
    const stop = other.subscribe(runTopic('r'), (signal) => heard.push(signal));
    let offset = 0;
    await expect
      .poll(() => {
        one.publish(runTopic('r'), text(offset++, '.'));
        return heard.some(({ type }) => type === 'text');
      })
      .toBe(true);
    return { one, other, heard, stop, offset };
  }

  it('carry text, many pieces as one', async () => {
    const { one, heard, offset } = await follow();
    await expect
      .poll(() => heard.some((each) => each.type === 'text' && each.offset === offset - 1))
      .toBe(true);
    heard.length = 0;
    const words = ['Grüße ', '👋', ' an', ' alle'];
    let at = offset;
    for (const word of words) {
      one.publish(runTopic('r'), text(at, word));
      at += word.length;
    }
    one.publish(runTopic('r'), text(at + 100, 'elsewhere'));
    await expect.poll(() => heard).toEqual([text(offset, words.join('')), text(at + 100, 'elsewhere')]);
  });

  it('say nothing of a run that nobody elsewhere follows, until somebody does', async () => {
    const { one, other, heard, stop } = await follow();
    stop();
    const client = createClient({ url: server.url });
    await client.connect();
    onTestFinished(() => client.destroy());
    const published = async () => /cmdstat_publish:calls=(\d+)/.exec(await client.info('commandstats'))?.[1];
    // The first that nobody receives is the last that is sent.
    await expect
      .poll(async () => {
        const before = await published();
        for (let turn = 0; turn < 20; turn++) {
          one.publish(runTopic('r'), text(turn, '.'));
          await nextTurn();
        }
        return (await published()) === before;
      })
      .toBe(true);
    heard.length = 0;
    const again: Signal[] = [];
    other.subscribe(runTopic('r'), (signal) => again.push(signal));
    await expect
      .poll(() => {
        one.publish(runTopic('r'), text(0, 'again'));
        return again.length;
      })
      .toBeGreaterThan(0);
    expect(heard).toEqual([]);
  });

  it('are heard over TLS, where the certificate is trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cadence-redis-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = selfSigned(folder);
    const secure = await startRedis(files);
    onTestFinished(secure.stop);
    const warned: string[] = [];
    const log = { ...silentLog, warn: (message: string) => warned.push(message) };
    const connect = () => openRedisSignals(createLocalSignals(), { url: secure.url, prefix: '', log });
    await (await connect()).close();
    expect(warned).toEqual([expect.stringContaining('the bus is away')]);

    const before = getCACertificates();
    setDefaultCACertificates([...before, readFileSync(files.cert, 'utf8')]);
    onTestFinished(() => setDefaultCACertificates(before));
    const [one, other] = [await connect(), await connect()];
    const heard: Signal[] = [];
    other.subscribe(workTopic, (signal) => heard.push(signal));
    await expect
      .poll(() => {
        one.publish(workTopic, { type: 'work', conversationId: 'c' });
        return heard.length;
      })
      .toBeGreaterThan(0);
    expect(warned).toHaveLength(1);
    await Promise.all([one.close(), other.close()]);
  });
});
