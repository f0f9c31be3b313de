import type { RecordedEntry } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { recordedOf, recordedText } from './recorded-record.ts';

const usage = { inputTokens: 10, outputTokens: 5, modelCalls: 1 };
const reply = { content: '', toolCalls: [], usage, finishReason: 'stop' as const, model: 'm' };
const entries: RecordedEntry[] = [
  { type: 'attempt', attempt: 1, time: '2026-01-01T00:00:00.000Z', seq: 0, step: 0 },
  { type: 'begun', model: 'm', answer: { text: 'Yes.' } },
  { type: 'profile', profile: null },
  { type: 'model', request: 'abc', ms: 0 },
  { type: 'model', request: 'abc', ms: 12, error: { code: 'MODEL_TIMEOUT', message: 'Half a \ud83d.' } },
  { type: 'model', request: 'abc', ms: 12, reply, pieces: { lengths: [7, 35], waits: [0, 36] } },
  {
    type: 'model',
    request: 'abc',
    ms: 12,
    reply: { ...reply, usage: { ...usage, cachedInputTokens: 3 }, reasoning: 'Hm.', toolCalls: [call()] },
    pieces: { lengths: [1, 2], waits: [3, 4], of: '01', asides: [{ text: 'Hm.' }] },
    restarted: [{ lengths: [], waits: [], text: '' }],
    failed: [['m', 'MODEL_TIMEOUT']],
    shownAs: 'message',
  },
  { type: 'stop', why: 'timeout', seq: 3 },
];

function call() {
  return { id: 'a', name: 'look', args: { far: '\u0000' } };
}

it('gives back what came from outside, and is shorter than its JSON', () => {
  for (const entry of entries) expect(recordedOf(JSON.parse(recordedText(entry)))).toEqual(entry);
  const [length, plain] = [entries.map(recordedText), entries].map((all) => JSON.stringify(all).length);
  expect(length).toBeLessThan((plain ?? 0) * 0.95);
});

it('reads what was stored as it is', () => {
  for (const entry of entries) expect(recordedOf(['', null, entry])).toBe(entry);
});
