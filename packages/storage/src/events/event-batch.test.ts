import type { RunEvent } from '@cadence-agents/contracts';
import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokens } from '../conformance/samples.fixture.ts';
import { decodeEvents, encodeEvents } from './event-batch.ts';

const runId = 'run';
const usage = { inputTokens: 1, outputTokens: 2, modelCalls: 1 };
const cachedUsages = [
  { ...usage, cachedInputTokens: 1 },
  { ...usage, cacheWriteTokens: 1 },
  { ...usage, cachedInputTokens: 3, cacheWriteTokens: 4 },
];
const unit = fc.constantFrom('a', ' ', '"', '\\', '\u0000', '😀', '\ud83d', '\ude00');
const wellFormed = fc.string({ unit: 'binary' });

function record<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record<T>(model, { noNullPrototype: true });
}

/** Some say which message they are about. */
function withMessage<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.oneof(record(model), record({ ...model, messageId: wellFormed }));
}

const bodies = fc.oneof(
  {
    weight: 5,
    arbitrary: record({
      type: fc.constant('on_chat_model_stream'),
      data: record({ chunk: fc.string({ unit }) }),
    }),
  },
  record({
    type: fc.constant('on_chat_model_stream'),
    data: record({ chunk: wellFormed, messageId: wellFormed, offset: fc.nat() }),
  }),
  record({
    type: fc.constant('on_message_start'),
    data: record({ messageId: wellFormed, role: fc.constant('assistant'), node: wellFormed }),
  }),
  record({
    type: fc.constant('on_message_end'),
    data: fc.oneof(
      record({ messageId: wellFormed, finishReason: wellFormed }),
      record({
        messageId: wellFormed,
        finishReason: wellFormed,
        parts: fc.constant([{ type: 'text', text: 'x' }]),
      }),
    ),
  }),
  record({ type: fc.constant('on_node_end'), data: record({ label: fc.option(wellFormed) }) }),
  record({
    type: fc.constant('on_tool_start'),
    data: record({ tool: wellFormed, callId: wellFormed, input: fc.jsonValue() }),
  }),
  record({
    type: fc.constant('on_run_end'),
    data: fc.constant({ status: 'completed', answer: 'x', usage }),
  }),
  record({
    type: fc.constant('on_node_start'),
    data: record({ nodeType: wellFormed, step: fc.nat() }),
  }),
  record({
    type: fc.constant('on_chat_model_start'),
    data: withMessage({
      model: wellFormed,
      input: record({
        messages: fc.nat(),
        lastMessageId: fc.option(wellFormed),
        tools: fc.array(wellFormed),
      }),
    }),
  }),
  record({
    type: fc.constant('on_chat_model_end'),
    data: withMessage({
      model: wellFormed,
      usage: fc.constantFrom(usage, ...cachedUsages),
      finishReason: wellFormed,
    }),
  }),
  record({
    type: fc.constant('on_route'),
    data: fc.record(
      {
        from: wellFormed,
        to: fc.option(wellFormed),
        label: fc.option(wellFormed),
        rule: fc.constantFrom('label', 'always'),
        candidates: fc.array(record({ label: fc.option(wellFormed), to: fc.option(wellFormed) })),
        counters: fc.constant({ steps: 1, agentHops: 2, toolHops: 3, sameAgentRoutes: 4, tokens: 5 }),
        reason: wellFormed,
        warning: wellFormed,
        more: fc.boolean(),
      },
      {
        noNullPrototype: true,
        requiredKeys: ['from', 'to', 'label', 'rule', 'candidates', 'counters'],
      },
    ),
  }),
  record({ type: fc.constant('on_custom_event'), data: fc.constant({ status: 's', lc: 1 }) }),
);
const times = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00Z', 'yesterday', ''),
);
const nodes = fc.option(fc.constantFrom('agent', 'tools', '__proto__', '😀'));

/** Any batch that starts with the number given. */
function batches(firstSeq: number): fc.Arbitrary<RunEvent[]> {
  return fc
    .array(record({ body: bodies, time: times, node: nodes }), { maxLength: 30 })
    .map((drafts) =>
      drafts.map(
        ({ body, time, node }, index) => ({ seq: firstSeq + index, runId, time, node, ...body }) as RunEvent,
      ),
    );
}

describe('a batch of events', () => {
  it('decodes to exactly what was encoded', () => {
    fc.assert(
      fc.property(batches(7), (events) => {
        expect(decodeEvents(runId, 7, encodeEvents(events))).toStrictEqual(events);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('keeps a stream event that carries more than its chunk', () => {
    const data = { chunk: 'a', extra: 1 };
    const odd: RunEvent = { seq: 1, runId, time: '', node: null, type: 'on_chat_model_stream', data };
    expect(decodeEvents(runId, 1, encodeEvents([odd]))).toStrictEqual([odd]);
  });

  it('takes optional fields that are undefined as absent', () => {
    const data = { code: 'X', message: 'm', hint: undefined };
    const error: RunEvent = { seq: 1, runId, time: '', node: null, type: 'on_error', data };
    expect(decodeEvents(runId, 1, encodeEvents([error]))).toMatchObject([
      { data: { code: 'X', message: 'm' } },
    ]);
  });

  it('costs less than 12 bytes beside the text for a streamed token', () => {
    const batch = tokens(runId, 1, 60);
    const text = batch.reduce((sum, { data }) => sum + ('chunk' in data ? String(data.chunk).length : 0), 0);
    expect(encodeEvents(batch).length - text).toBeLessThan(60 * 12);
    expect(encodeEvents(batch).length).toBeLessThan(1_000);
  });
});
