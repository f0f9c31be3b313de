import type { LiveText, RunEvent } from '@cadence-agents/contracts';
import { seededRandom } from '@cadence-agents/testkit';
import { runs, seed } from '@cadence-agents/testkit/random-runs';
import { describe, expect, it } from 'vitest';
import { ShownText } from './shown-text.ts';

const about = { runId: 'r', time: '', node: 'n' };
const input = { messages: 1, lastMessageId: null, tools: [] };
const start = (seq: number, messageId: string): RunEvent => ({
  ...about,
  ...{ seq, type: 'on_chat_model_start', data: { model: 'm', input, messageId } },
});
const block = (seq: number, messageId: string, offset: number, chunk: string): RunEvent => ({
  ...about,
  ...{ seq, type: 'on_chat_model_stream', data: { chunk, messageId, offset } },
});
const restart = (seq: number, messageId: string, next: string): RunEvent => ({
  ...about,
  ...{ seq, type: 'on_custom_event', data: { status: 'answer_restarted', messageId, offset: 0, next } },
});
const live = (after: number, messageId: string, offset: number, text: string): LiveText => ({
  ...{ type: 'text', runId: 'r', node: 'n' },
  ...{ after, messageId, offset, text },
});

/** A client that adds up all that it is given. */
class Naive {
  seq = 0;
  offset = 0;
  texts = new Map<string, string>();

  event(event: RunEvent): void {
    expect(event.seq).toBe(this.seq + 1);
    this.seq = event.seq;
    if (event.type === 'on_chat_model_stream') {
      const { chunk, messageId = '' } = event.data;
      this.#add(messageId, chunk);
      return;
    }
    this.offset = 0;
    if (event.type === 'on_custom_event') this.texts.delete(String(event.data.messageId));
  }

  live({ messageId, text, offset }: LiveText): void {
    this.#add(messageId, text);
    this.offset = offset + text.length;
  }

  #add(messageId: string, text: string): void {
    if (text === '') return;
    this.texts.set(messageId, (this.texts.get(messageId) ?? '') + text);
  }
}

/** What a run tells, in order, and the texts that it ends up with. */
function randomRun(random: () => number) {
  const told: (RunEvent | LiveText)[] = [];
  const texts = new Map<string, string>();
  let seq = 0;
  let messages = 0;
  let messageId = '';
  const below = (most: number) => Math.floor(random() * most);
  for (let calls = 1 + below(3); calls > 0; calls--) {
    messageId = `m${++messages}`;
    told.push(start(++seq, messageId));
    let stored = 0;
    let text = '';
    const store = () => {
      if (text.length === stored) return;
      told.push(block(++seq, messageId, stored, text.slice(stored)));
      stored = text.length;
    };
    for (let pieces = below(12); pieces > 0; pieces--) {
      const piece = 'abcdefgh'.slice(0, 1 + below(4)) + String(pieces);
      // Some of it is held back until it is stored.
      if (random() < 0.8) told.push(live(seq, messageId, text.length, piece));
      text += piece;
      if (random() < 0.3) store();
      if (random() < 0.1) {
        store();
        const next = `m${++messages}`;
        told.push(restart(++seq, messageId, next));
        texts.delete(messageId);
        messageId = next;
        text = '';
        stored = 0;
      }
    }
    store();
    if (text !== '') texts.set(messageId, text);
    told.push({ ...about, seq: ++seq, type: 'on_node_end', data: { label: null } });
  }
  return { told, texts, events: told.filter((each): each is RunEvent => 'seq' in each) };
}

describe('ShownText', () => {
  it('gives each part once, whatever is lost, late or repeated and wherever the reader comes back', () => {
    for (let first = seed; first < seed + runs(500); first++) {
      const random = seededRandom(first);
      const { told, texts, events } = randomRun(random);
      const reader = new Naive();
      let shown = new ShownText(0);
      const late: LiveText[] = [];
      const hear = (one: LiveText | undefined) => {
        const fresh = one && shown.nextLive(one);
        if (fresh) reader.live(fresh);
      };
      for (const each of told) {
        // The reader leaves and comes back with what it saw last.
        if (random() < 0.15) shown = new ShownText(reader.offset);
        if ('seq' in each) {
          reader.event(shown.next(each));
          continue;
        }
        if (random() < 0.2) late.push(each);
        if (random() < 0.2) hear(late.shift());
        if (random() < 0.8) hear(each);
        if (random() < 0.2) hear(each);
      }
      expect(reader.seq).toBe(events.length);
      expect([...reader.texts], `SEED=${first}`).toEqual([...texts]);
    }
  });

  it('gives what comes live at once, and nothing of it again', () => {
    const shown = new ShownText(0);
    shown.next(start(1, 'm'));
    expect(shown.nextLive(live(1, 'm', 0, 'Hel'))?.text).toBe('Hel');
    expect(shown.nextLive(live(1, 'm', 0, 'Hel'))).toBeUndefined();
    expect(shown.nextLive(live(1, 'm', 1, 'ello'))).toMatchObject({ offset: 3, text: 'lo' });
    expect(shown.next(block(2, 'm', 0, 'Hello')).data).toEqual({ chunk: '', messageId: 'm', offset: 5 });
    expect(shown.next(block(3, 'm', 5, '!')).data).toEqual({ chunk: '!', messageId: 'm', offset: 5 });
  });

  it('gives no text of a message that no event has told of, nor with a hole before it', () => {
    const shown = new ShownText(0);
    expect(shown.nextLive(live(1, 'm', 0, 'x'))).toBeUndefined();
    shown.next(start(1, 'm'));
    expect(shown.nextLive(live(1, 'm', 1, 'x'))).toBeUndefined();
    shown.next(restart(2, 'm', 'n'));
    expect(shown.nextLive(live(1, 'm', 0, 'x'))).toBeUndefined();
    expect(shown.nextLive(live(2, 'n', 0, 'x'))?.text).toBe('x');
  });

  it('leaves text from before messages had ids as it is', () => {
    const old: RunEvent = { ...about, seq: 1, type: 'on_chat_model_stream', data: { chunk: 'x' } };
    expect(new ShownText(7).next(old)).toBe(old);
  });
});
