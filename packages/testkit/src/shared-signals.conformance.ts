// What every implementation of Signals has to do that reaches other processes.
import { isDeepStrictEqual } from 'node:util';
import { runTopic, type Signal, type Signals, workTopic } from '@cadence-agents/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

export interface SignalPair {
  /** Signals of two processes, and of a third deployment beside them. */
  one: Signals;
  other: Signals;
  stranger: Signals;
  /** Cuts the processes off from one another, and lets them find one another again. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

const work = (conversationId: string): Signal => ({ type: 'work', conversationId });
const look: Signal = { type: 'look' };
const event = (seq: number): Signal => ({
  ...{ seq, runId: 'r', time: '2026-01-01T00:00:00.000Z', node: 'n', type: 'on_chat_model_stream' },
  data: { chunk: 'Grüße 👋' },
});

export function describeSharedSignals(
  name: string,
  carries: 'hints' | 'events',
  open: () => Promise<SignalPair>,
): void {
  describe(`signals between processes ${name}`, () => {
    let pair: SignalPair;
    beforeEach(async () => {
      pair = await open();
    });
    afterEach(() => pair.close());
    const listen = (signals: Signals, topic: string) => {
      const heard: Signal[] = [];
      return { heard, stop: signals.subscribe(topic, (signal) => heard.push(signal)) };
    };
    /** Speaks until somebody hears it, as far as nobody says when the other has begun to listen. */
    const reach = async (from: Signals, to: Signals) => {
      const { heard, stop } = listen(to, 'probe');
      await expect
        .poll(() => {
          from.publish('probe', work('probe'));
          return heard.length;
        })
        .toBeGreaterThan(0);
      stop();
    };

    it('are heard in the other, once, and not again where they were said', async () => {
      const here = listen(pair.one, workTopic);
      const there = listen(pair.other, workTopic);
      const strange = listen(pair.stranger, workTopic);
      await reach(pair.one, pair.other);
      await reach(pair.other, pair.one);
      pair.one.publish(workTopic, work('a'));
      expect(here.heard).toEqual([work('a')]);
      await expect.poll(() => there.heard).toEqual([work('a')]);
      pair.other.publish(workTopic, work('b'));
      await expect.poll(() => here.heard).toEqual([work('a'), work('b')]);
      await reach(pair.one, pair.other);
      expect(here.heard).toEqual([work('a'), work('b')]);
      expect(there.heard).toEqual([work('a'), work('b')]);
      expect(strange.heard).toEqual([]);
    });

    it('say that a run has news, and what where they can', async () => {
      const { heard } = listen(pair.other, runTopic('r'));
      const wanted = carries === 'hints' ? look : event(1);
      await expect
        .poll(() => {
          const isThere = heard.some((each) => isDeepStrictEqual(each, wanted));
          if (!isThere) pair.one.publish(runTopic('r'), event(1));
          return isThere;
        })
        .toBe(true);
    });

    it('keep words that are too long for them to themselves', async () => {
      const { heard } = listen(pair.other, workTopic);
      await reach(pair.one, pair.other);
      pair.one.publish(workTopic, work('ö'.repeat(200_000)));
      await expect.poll(() => heard).toEqual([look]);
    });

    it('have everybody look once after they were cut off, and are heard again', async () => {
      await reach(pair.one, pair.other);
      const all = [listen(pair.other, workTopic), listen(pair.other, runTopic('r'))];
      await pair.cut();
      expect(() => pair.one.publish(workTopic, work('lost'))).not.toThrow();
      for (const { heard } of all) heard.length = 0;
      await pair.mend();
      await expect
        .poll(() => all.map(({ heard }) => heard.some(({ type }) => type === 'look')))
        .toEqual([true, true]);
      await reach(pair.one, pair.other);
      expect(all[0]?.heard).not.toContainEqual(work('lost'));
    });
  });
}
