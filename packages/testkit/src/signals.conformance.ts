// What every implementation of the Signals port has to do.
import { type Signal, type Signals, workTopic } from '@cadence-agents/contracts';
import { beforeEach, describe, expect, it } from 'vitest';

const work = (conversationId: string): Signal => ({ type: 'work', conversationId });

export function describeSignals(name: string, open: () => Signals): void {
  describe(`signals ${name}`, () => {
    let signals: Signals;
    beforeEach(() => {
      signals = open();
    });
    const listen = (topic: string) => {
      const heard: Signal[] = [];
      return { heard, stop: signals.subscribe(topic, (signal) => heard.push(signal)) };
    };

    it('reach everyone who listens to their topic, whole and in order, and nobody else', async () => {
      const first = listen(workTopic);
      const second = listen(workTopic);
      const other = listen('other');
      const event: Signal = {
        ...{ seq: 1, runId: 'r', time: '2026-01-01T00:00:00.000Z', node: 'n', type: 'on_chat_model_stream' },
        data: { chunk: 'Grüße 👋' },
      };
      const text: Signal = {
        ...{ type: 'text', runId: 'r', after: 1, node: 'n', messageId: 'm', offset: 8 },
        text: 'Grüße 👋',
      };
      const sent = [work('a'), event, text, work('b')];
      for (const signal of sent) signals.publish(workTopic, signal);
      await expect.poll(() => [first.heard, second.heard]).toEqual([sent, sent]);
      expect(other.heard).toEqual([]);
    });

    it('may be published where nobody listens', () => {
      expect(() => signals.publish('nobody', work('a'))).not.toThrow();
    });

    it('do not reach those who have stopped listening', async () => {
      const gone = listen(workTopic);
      const here = listen(workTopic);
      gone.stop();
      gone.stop();
      signals.publish(workTopic, work('a'));
      await expect.poll(() => here.heard).toEqual([work('a')]);
      expect(gone.heard).toEqual([]);
    });

    it('reach one who has stopped and listens again', async () => {
      listen(workTopic).stop();
      const again = listen(workTopic);
      signals.publish(workTopic, work('a'));
      await expect.poll(() => again.heard).toEqual([work('a')]);
    });

    it('reach a listener once for each time it subscribed', async () => {
      const heard: Signal[] = [];
      const listener = (signal: Signal) => void heard.push(signal);
      const stop = signals.subscribe(workTopic, listener);
      signals.subscribe(workTopic, listener);
      stop();
      const other = listen(workTopic);
      signals.publish(workTopic, work('a'));
      await expect.poll(() => other.heard).toEqual([work('a')]);
      expect(heard).toEqual([work('a')]);
    });

    it('reach the others although one listener fails, and the publisher does not notice', async () => {
      signals.subscribe(workTopic, () => {
        throw new Error('this listener is broken');
      });
      const { heard } = listen(workTopic);
      expect(() => signals.publish(workTopic, work('a'))).not.toThrow();
      await expect.poll(() => heard).toEqual([work('a')]);
    });
  });
}
