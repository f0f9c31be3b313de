import { jsonValue } from '@cadence-agents/testkit/arbitrary-json';
import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckpointState, emptyState, StateBuilder } from './checkpoint-state.ts';
import { type CheckpointPlan, planCheckpoint } from './plan-checkpoint.ts';
import { readStep } from './step-text.ts';

/** Plans one checkpoint after another, and reads each from the texts since the last snapshot. */
class Conversation {
  state: CheckpointState = emptyState;
  anchor: CheckpointState = emptyState;
  /** The texts that the state is read from: those up to the anchor, and those since. */
  anchored: string[] = [];
  since: string[] = [];
  written = 0;
  plans = { parent: 0, anchor: 0, nothing: 0 };
  #version = 0;
  readonly #values = new Map<string, unknown>();
  readonly #versions = new Map<string, number>();
  readonly #seen = new Map<string, Map<string, number>>();

  next(changes: Record<string, unknown>): CheckpointPlan {
    this.#version++;
    for (const [channel, value] of Object.entries(changes)) {
      this.#values.set(channel, value);
      this.#versions.set(channel, this.#version);
    }
    this.#seen.set(`node ${this.#version % 5}`, new Map([['turn', this.#version]]));
    const checkpoint = {
      values: this.#values,
      versions: this.#versions,
      seen: this.#seen,
      written: new Set(Object.keys(changes)),
    };
    const origin = this.state === emptyState ? undefined : { state: this.state, anchor: this.anchor };
    const plan = planCheckpoint(origin, checkpoint);
    this.plans[plan.base]++;
    if (plan.base === 'parent') this.since.push(plan.text);
    else {
      this.anchored = plan.base === 'nothing' ? [plan.text] : [...this.anchored, plan.text];
      this.since = [];
      this.anchor = plan.state;
    }
    this.written += plan.text.length;
    this.state = plan.state;
    return plan;
  }

  read(): CheckpointState {
    const builder = new StateBuilder(emptyState);
    const names: string[] = [];
    for (const text of [...this.anchored, ...this.since]) builder.apply(readStep(text, names));
    builder.names = names;
    return builder.build();
  }
}

const size = (values: ReadonlyMap<string, unknown>) => JSON.stringify([...values.values()]).length;
const message = (index: number) => ({ id: String(index), content: `message ${index} `.padEnd(200, 'x') });

describe('planCheckpoint', () => {
  it('writes what reads back as the state, whatever channels change to', () => {
    const channel = fc.constantFrom('messages', 'turn', '__proto__', 'branch:to:a');
    fc.assert(
      fc.property(fc.array(fc.dictionary(channel, jsonValue, { noNullPrototype: true })), (changes) => {
        const conversation = new Conversation();
        for (const each of changes) conversation.next(each);
        const { names, versions, seen, values } = conversation.read();
        expect({ names, versions, seen, values }).toEqual({
          names: conversation.state.names,
          versions: conversation.state.versions,
          seen: conversation.state.seen,
          values: conversation.state.values,
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it('never needs more than twice the state to be read, and writes at most four times what was said', () => {
    const conversation = new Conversation();
    const messages: object[] = [];
    for (let step = 0; step < 2_000; step++) {
      if (step % 2 === 0) messages.push(message(step));
      conversation.next({ messages: [...messages], turn: { at: `node ${step % 5}`, steps: step } });
      const toRead = [...conversation.anchored, ...conversation.since].join('').length;
      expect(toRead).toBeLessThan(2 * size(conversation.state.values) + 10_000);
    }
    expect(conversation.written).toBeLessThan(4 * size(conversation.state.values));
    expect(conversation.plans.nothing).toBeLessThan(5);
    expect(conversation.anchored.length + conversation.since.length).toBeLessThan(200);
  });

  it('forgets a long history soon after most of it is dropped', () => {
    const conversation = new Conversation();
    const messages = Array.from({ length: 1_000 }, (_, index) => message(index));
    conversation.next({ messages });
    conversation.next({ messages: messages.slice(-5) });
    expect([...conversation.anchored, ...conversation.since].join('').length).toBeLessThan(3_000);
  });

  it('writes a step of a long conversation in as few characters as one of a short conversation', () => {
    const textOfStep = (history: number) => {
      const conversation = new Conversation();
      const messages = Array.from({ length: history }, (_, index) => message(index));
      conversation.next({ messages });
      return conversation.next({ messages: [...messages, message(1)] }).text.length;
    };
    expect(textOfStep(10_000)).toBeLessThan(textOfStep(10) + 10);
  });

  it('says which channel and item cannot be kept', () => {
    const conversation = new Conversation();
    conversation.next({ messages: [message(1)] });
    expect(() => conversation.next({ messages: [message(1), { id: '2', content: 3n }] })).toThrow(
      expect.objectContaining({ code: 'VALUE_NOT_STORABLE', details: { path: 'messages[1].content' } }),
    );
  });
});
