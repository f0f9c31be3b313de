// Random workflows under models that answer at random, carried out by both runtimes: what is told and what comes of it
// has to be the same, byte for byte. `npm run differential` does it with 10,000 of them.
import type { RunEvent, Tool, WorkflowDefinition } from '@cadence-agents/contracts';
import { compileWorkflow, nativeRuntime, type Runtime, resumeTurn, runTurn } from '@cadence-agents/engine';
import { randomModel } from '@cadence-agents/testkit';
import { runs } from '@cadence-agents/testkit/random-runs';
import { definitionArbitrary } from '@cadence-agents/workflow/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { langGraphRuntime } from './langgraph-runtime.ts';

const cases = runs(500);
const mostAnswers = 3;

const echo = (name: string): Tool => ({
  name,
  description: `The tool ${name}`,
  input: z.looseObject({}),
  run: (args) => `${name} ${JSON.stringify(args)}`,
});

/** All that can be seen of a conversation of one message, and a few answers where it asks. */
async function played(definition: WorkflowDefinition, seed: number, runtime: Runtime): Promise<unknown> {
  const model = randomModel(seed);
  const names = new Set((definition.agents ?? []).flatMap((agent) => agent.tools ?? []));
  const tools = [...names].map(echo);
  const workflow = compileWorkflow(definition, { model: () => model, tools, runtime });
  const events: RunEvent[] = [];
  let ids = 0;
  const options = { newId: () => `id-${++ids}`, onEvent: (event: RunEvent) => void events.push(event) };
  const results = [await runTurn(workflow, { message: 'Go', ...options })];
  for (let answers = 0; answers < mostAnswers; answers++) {
    const { handoff, state } = results.at(-1) ?? {};
    if (!handoff || !state) break;
    const text = handoff.choices?.[seed % 2] ?? handoff.choices?.[0] ?? 'Go on.';
    results.push(await resumeTurn(workflow, state, { handoffId: handoff.id, text }, options));
  }
  return { events, results, requests: model.requests };
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
});
afterAll(() => {
  vi.useRealTimers();
});

it("tells the same of random workflows on LangGraph as on the engine's own loop", async () => {
  await fc.assert(
    fc.asyncProperty(definitionArbitrary(), fc.nat(), async (definition, seed) => {
      const ours = await played(definition, seed, nativeRuntime);
      const theirs = await played(definition, seed, langGraphRuntime);
      expect(theirs).toStrictEqual(ours);
      expect(JSON.stringify(theirs)).toBe(JSON.stringify(ours));
    }),
    { numRuns: cases },
  );
}, 3_600_000);
