// Any definition that `check` passes, under a model that answers at random, ends within its certificate.
import { randomModel } from '@cadence-agents/testkit';
import { runs } from '@cadence-agents/testkit/random-runs';
import { definitionArbitrary } from '@cadence-agents/workflow/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resumeTurn, runTurn } from './conversation/run-turn.ts';
import { echoTools } from './run.fixture.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';

const ended = ['completed', 'suspended', 'failed'];

it('every run of a valid definition ends within its certificate', async () => {
  await fc.assert(
    fc.asyncProperty(definitionArbitrary(), fc.integer(), async (definition, seed) => {
      const model = randomModel(seed);
      const names = new Set((definition.agents ?? []).flatMap((agent) => agent.tools ?? []));
      const workflow = await compileWorkflow(definition, { model: () => model, tools: echoTools(...names) });
      const most = workflow.certificate.maxSteps ?? 0;
      let result = await runTurn(workflow, { message: 'Go' });
      for (let stretch = 0; ; stretch++) {
        expect(result.counters.steps).toBeLessThanOrEqual(most);
        if (result.error) expect(result.error.code).toBe('MODEL_BAD_REPLY');
        if (result.status === 'completed') expect(result.answer.trim()).not.toBe('');
        if (!result.handoff || stretch === 3) break;
        const { id, choices } = result.handoff;
        const text = choices?.[seed % 2] ?? choices?.[0] ?? 'Go on.';
        result = await resumeTurn(workflow, result.state, { handoffId: id, text });
      }
      expect(result.handoff ? [...ended, 'awaiting_human'] : ended).toContain(result.status);
    }),
    { numRuns: runs(300) },
  );
}, 60_000);
