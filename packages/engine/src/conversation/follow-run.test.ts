import { type LiveText, type RunEvent, runTopic, type Store } from '@cadence-agents/contracts';
import { countTurns } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { createLocalSignals } from '../events/local-signals.ts';
import { type Followed, followLive, followRun, type LiveOptions } from './follow-run.ts';

const event = (seq: number, type: RunEvent['type'] = 'on_node_end'): RunEvent =>
  ({ seq, runId: 'r', time: '', node: 'n', type, data: { label: null, answer: '' } }) as RunEvent;

const toolEnd = (seq: number, output: string): RunEvent => ({
  ...{ seq, runId: 'r', time: '', node: 'n', type: 'on_tool_end' },
  data: { tool: 't', callId: 'c', output, isError: false },
});

function setUp(stored: RunEvent[] = []) {
  const signals = createLocalSignals();
  const publish = (one: RunEvent | LiveText) => signals.publish(runTopic(one.runId), one);
  let reads = 0;
  let deleted = false;
  const store = {
    events: {
      statusOf: async () => {
        if (deleted) return undefined;
        return stored.at(-1)?.type === 'on_run_end' ? 'completed' : 'running';
      },
      read: async (_: string, after: number, limit = 1000) => {
        reads++;
        return stored.filter(({ seq }) => seq > after).slice(0, limit);
      },
    },
  } as unknown as Store;
  const commit = (one: RunEvent) => {
    stored.push(one);
    publish(one);
  };
  const collect = async (afterSeq = 0, onSeen?: (seq: number) => void) => {
    const seen: number[] = [];
    for await (const { seq } of followRun(store.events, signals, 'r', { afterSeq, pollMs: 20 })) {
      seen.push(seq);
      onSeen?.(seq);
    }
    return seen;
  };
  const remove = () => {
    stored.length = 0;
    deleted = true;
  };
  /** What a reader of text is shown, one after the other; `onShown` may make more happen. */
  const show = async (options: LiveOptions = {}, onShown?: (shown: string) => void) => {
    const shown: string[] = [];
    for await (const told of followLive(store.events, signals, 'r', { pollMs: 20, ...options })) {
      shown.push(lineOf(told));
      onShown?.(lineOf(told));
    }
    return shown;
  };
  return { stored, commit, collect, show, reads: () => reads, publish, remove };
}

const opening = (seq: number): RunEvent => ({
  ...{ seq, runId: 'r', time: '', node: 'n', type: 'on_chat_model_start' },
  data: { model: 'm', input: { messages: 1, lastMessageId: null, tools: [] }, messageId: 'm' },
});
const block = (seq: number, offset: number, chunk: string): RunEvent => ({
  ...{ seq, runId: 'r', time: '', node: 'n', type: 'on_chat_model_stream' },
  data: { chunk, messageId: 'm', offset },
});
const live = (after: number, offset: number, text: string): LiveText => ({
  ...{ type: 'text', runId: 'r', node: 'n', messageId: 'm' },
  ...{ after, offset, text },
});
const everyOther = () => {
  let asked = 0;
  return () => asked++ % 2 === 0;
};
const lineOf = (told: Followed): string => {
  if (told.type === 'text') return `live ${told.text}`;
  return told.type === 'on_chat_model_stream' ? `${told.seq} "${told.data.chunk}"` : String(told.seq);
};

describe('followLive', () => {
  it('shows text as it comes, and of its block only the rest', async () => {
    const { commit, publish, show } = setUp([opening(1)]);
    const shown = show({}, (line) => {
      if (line === '1') publish(live(1, 0, 'Hel'));
      if (line === 'live Hel') publish(live(1, 3, 'lo'));
      if (line === 'live lo') commit(block(2, 0, 'Hello!'));
      if (line === '2 "!"') commit(event(3, 'on_run_end'));
    });
    expect(await shown).toEqual(['1', 'live Hel', 'live lo', '2 "!"', '3']);
  });

  it.each([
    ['a reader that is always ready', () => true],
    ['one that never is', () => false],
    ['one that is now and then', everyOther()],
  ])('hands text at once to %s, in the order in which it came', async (_, isReady) => {
    const { commit, publish, show } = setUp([opening(1)]);
    const words = Array.from({ length: 30 }, (_, index) => `${index} `);
    const text = words.join('');
    let seen = '';
    const note = (line: string) => {
      seen += line.replace(/^live |^\d+ "|"$/g, '');
    };
    const shown = show(
      { atOnce: { isReady, take: ({ text: piece }) => note(`live ${piece}`) } },
      (line) => /^\d+$/.test(line) || note(line),
    );
    let offset = 0;
    for (const [index, word] of words.entries()) {
      // Now in one turn of the event loop, now in several.
      if (index % 3 === 0) await new Promise(setImmediate);
      publish(live(1, offset, word));
      offset += word.length;
    }
    commit(block(2, 0, text));
    commit(event(3, 'on_run_end'));
    await shown;
    expect(seen).toBe(text);
  });

  it('asks the store nothing of a run that has just begun and tells all by itself', async () => {
    const { commit, publish, show, reads } = setUp();
    const shown = show({ hasJustBegun: true }, (line) => {
      if (line === '1') publish(live(1, 0, 'Hello'));
      if (line === 'live Hello') commit(block(2, 0, 'Hello'));
      if (line === '2 ""') commit(event(3, 'on_run_end'));
    });
    await new Promise(setImmediate);
    commit(opening(1));
    expect(await shown).toEqual(['1', 'live Hello', '2 ""', '3']);
    expect(reads()).toBe(0);
  });

  it.each([
    ['before it was listened to', (told: ReturnType<typeof setUp>) => void told],
    ['in part', ({ commit }: ReturnType<typeof setUp>) => commit(event(3))],
  ])('finds in the store what a run that has just begun told %s', async (_, goOn) => {
    const told = setUp([opening(1), block(2, 0, 'Hello')]);
    const shown = told.show({ hasJustBegun: true }, (line) => {
      if (line === '2 "Hello"') told.commit(event(4, 'on_run_end'));
    });
    await new Promise(setImmediate);
    goOn(told);
    expect((await shown).slice(0, 2)).toEqual(['1', '2 "Hello"']);
    expect((await shown).at(-1)).toBe('4');
  });

  it('takes a reader up in the middle of a text', async () => {
    const { commit, publish, show } = setUp([opening(1), block(2, 0, 'Hello')]);
    const shown = show({ afterSeq: 2, afterOffset: 7 }, (line) => {
      if (line === '3 "rld"') publish(live(3, 10, '!'));
      if (line === 'live !') {
        commit(block(4, 10, '!'));
        commit(event(5, 'on_run_end'));
      }
    });
    await new Promise(setImmediate);
    // Until an event has told the message, text of it may be that of another.
    publish(live(2, 7, 'rld'));
    commit(block(3, 5, ' world'.slice(1)));
    expect(await shown).toEqual(['3 "rld"', 'live !', '4 ""', '5']);
  });

  it('finds in the store what signals have lost', async () => {
    const { stored, publish, show } = setUp([opening(1)]);
    const shown = show({}, (line) => {
      if (line !== '1') return;
      stored.push(block(2, 0, 'Hello'), event(3));
      publish(live(3, 9, 'never shown, for there is a hole before it'));
      setTimeout(() => stored.push(event(4, 'on_run_end')), 50);
    });
    expect(await shown).toEqual(['1', '2 "Hello"', '3', '4']);
  });

  it('does not wake those who want what is stored only', async () => {
    const { commit, publish, collect } = setUp([opening(1)]);
    const seen = collect(0, (seq) => {
      if (seq !== 1) return;
      publish(live(1, 0, 'Hello'));
      commit(block(2, 0, 'Hello'));
      commit(event(3, 'on_run_end'));
    });
    expect(await seen).toEqual([1, 2, 3]);
  });
});

describe('followRun', () => {
  it('gives what is stored, then what comes, each once and in order', async () => {
    const { commit, collect, reads } = setUp([event(1), event(2)]);
    const seen = collect(0, (seq) => {
      if (seq === 2) commit(event(3));
      if (seq === 3) commit(event(4, 'on_run_end'));
    });
    expect(await seen).toEqual([1, 2, 3, 4]);
    expect(reads()).toBe(1);
  });

  it('lets others have their turn while many readers catch up on a long run', async () => {
    const all = Array.from({ length: 3_000 }, (_, index) => event(index + 1));
    const { collect } = setUp([...all, event(3_001, 'on_run_end')]);
    const readers = () => Promise.all(Array.from({ length: 10 }, () => collect()));
    expect(await countTurns(readers)).toBeGreaterThanOrEqual(30);
  });

  it('resumes after any event', async () => {
    const all = [event(1), event(2), event(3), event(4, 'on_run_end')];
    for (const after of [0, 1, 2, 3]) {
      expect(await setUp([...all]).collect(after)).toEqual([1, 2, 3, 4].slice(after));
    }
  });

  it('reads the store again when something was missed', async () => {
    const { stored, publish, collect } = setUp([event(1)]);
    const seen = collect(0, (seq) => {
      if (seq !== 1) return;
      stored.push(event(2), event(3));
      publish(event(3));
      queueMicrotask(() => stored.push(event(4, 'on_run_end')));
    });
    expect(await seen).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['many events', 1_500, 10],
    ['much text', 40, 20_000],
  ])('lets go of %s that a reader does not take, and reads them from the store', async (_, count, length) => {
    const { commit, collect, reads } = setUp([event(1)]);
    const seen = await collect(0, (seq) => {
      if (seq !== 1) return;
      for (let next = 2; next <= count; next++) commit(toolEnd(next, 'x'.repeat(length)));
      commit(event(count + 1, 'on_run_end'));
    });
    expect(seen).toEqual(Array.from({ length: count + 1 }, (_, index) => index + 1));
    expect(reads()).toBeGreaterThan(1);
  });

  it('asks the store less often while the run is carried out here', async () => {
    const { commit, collect, reads } = setUp([event(1)]);
    const seen = collect(0, (seq) => {
      if (seq === 1) commit(event(2));
      if (seq === 2) setTimeout(() => commit(event(3, 'on_run_end')), 100);
    });
    expect(await seen).toEqual([1, 2, 3]);
    expect(reads()).toBe(1);
  });

  it('ends with a last event when the run is deleted', async () => {
    const { collect, remove } = setUp([event(1), event(2)]);
    expect(await collect(0, (seq) => seq === 2 && remove())).toEqual([1, 2, 3]);
  });

  it('ends at once for whoever has seen all of it, or claims to have seen more', async () => {
    const all = [event(1), event(2), event(3, 'on_run_end')];
    for (const after of [3, 99]) expect(await setUp([...all]).collect(after)).toEqual([]);
  });

  it('waits for what a run under way has not told yet', async () => {
    const { commit, collect } = setUp([event(1)]);
    setTimeout(() => commit(event(2, 'on_run_end')), 30);
    expect(await collect(1)).toEqual([2]);
  });

  it('finds what another process commits', async () => {
    const { stored, collect } = setUp([event(1)]);
    setTimeout(() => stored.push(event(2, 'on_run_end')), 30);
    expect(await collect()).toEqual([1, 2]);
  });
});
