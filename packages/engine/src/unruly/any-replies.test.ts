// Whatever is replied, in whatever order: every run ends as it should.
import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badReplies } from './bad-replies.fixture.ts';
import { operatorText } from './judge.fixture.ts';
import { places } from './places.fixture.ts';
import { openStage, type Stage } from './play.fixture.ts';
import { raw, wireOf } from './wire.fixture.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.lorem());
const calls = fc.array(
  fc.record(
    {
      id: fc.oneof(fc.constantFrom('a', 'b', ''), fc.integer(), fc.constant(null)),
      name: fc.constantFrom('search', 'weather', 'route', 'end', 'back', 'goto_search_agent', 'fly', ''),
      arguments: fc.oneof(fc.json(), fc.string(), fc.jsonValue()),
    },
    { requiredKeys: ['name', 'arguments'] },
  ),
  { maxLength: 3 },
);
const finish = fc.constantFrom('stop', 'length', 'content_filter', 'tool_calls', 'eos', null);
/** Something of the right form, something of any form, and what is known to happen. */
const reply = fc.oneof(
  fc.constant(null),
  fc.constantFrom(...badReplies.filter(({ name }) => name !== 'longer than a reply may be')),
  fc.record({ text, calls, finish }).map((said) => ({
    name: 'any reply',
    wire: (_: unknown, isStreamed: boolean) => wireOf(said, isStreamed, { finish: said.finish }),
  })),
  fc.tuple(text, fc.constantFrom('application/json', 'text/event-stream')).map(([body, type]) => ({
    name: 'any bytes',
    wire: () => raw(body, type),
  })),
);

describe.each(places)('$design, $name', (place) => {
  it('a run ends within its certificate, in words, and without a fault of ours', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 6 }), async (replies) => {
        const { status, answer, error, counters, mostSteps, requests } = await stage.playEach(place, replies);
        expect(['completed', 'suspended', 'failed']).toContain(status);
        expect(answer.trim()).not.toBe('');
        expect(counters.steps).toBeLessThanOrEqual(mostSteps ?? 0);
        expect(requests).toBeLessThanOrEqual(400);
        if (error) expect(error.code).toMatch(/^MODEL_/);
        if (status === 'failed') expect(answer).not.toMatch(operatorText);
      }),
      { numRuns: runs(50) },
    );
  });
});
