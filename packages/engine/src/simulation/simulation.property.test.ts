// The simulation and the engine agree, on random workflows: what the one says can happen the other does, and what the
// other does the one has foreseen. `npm run simulate:proof` does it with 10,000 of them.
import type { RoutingReceipt, RunEvent, ToolTraits, WorkflowDefinition } from '@cadence-agents/contracts';
import { randomModel } from '@cadence-agents/testkit';
import { runs } from '@cadence-agents/testkit/random-runs';
import { isBroken, simulate } from '@cadence-agents/workflow';
import { definitionArbitrary, policiesArbitrary, routeFollower } from '@cadence-agents/workflow/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resumeTurn, runTurn } from '../conversation/run-turn.ts';
import { echoTools } from '../run.fixture.ts';
import { compileWorkflow } from '../workflow/compile-workflow.ts';
import { playWitness } from './play-witness.ts';

const cases = runs(500);
const mostAnswers = 3;

const toolsOf = ({ agents = [] }: WorkflowDefinition) => [
  ...new Set(agents.flatMap((agent) => agent.tools ?? [])),
];

const traitsArbitrary = (definition: WorkflowDefinition) =>
  fc.tuple(
    ...toolsOf(definition).map(
      (name): fc.Arbitrary<ToolTraits> =>
        fc.record({
          name: fc.constant(name),
          readOnly: fc.boolean(),
          requiresApproval: fc.nat(3).map((chance) => chance === 0),
          untrusted: fc.boolean(),
        }),
    ),
  );

const simulatedArbitrary = definitionArbitrary().chain((definition) =>
  fc.record({
    definition: policiesArbitrary(definition).map((policies) => ({ ...definition, policies })),
    tools: traitsArbitrary(definition),
    seed: fc.nat(),
  }),
);

it('every counterexample in random workflows breaks its policy on the engine', async () => {
  let broken = 0;
  await fc.assert(
    fc.asyncProperty(simulatedArbitrary, async ({ definition, tools }) => {
      const { policies, witnesses } = simulate(definition, { tools, mostPositions: 30_000 });
      for (const { policy, witness: id } of policies) {
        const witness = id === null ? undefined : witnesses[id];
        if (!witness) continue;
        broken += 1;
        const played = await playWitness(definition, witness, { tools });
        const ended = played.result.status !== 'awaiting_human';
        expect(isBroken(policy, tools, { acts: played.acts, ended }), JSON.stringify(played.visits)).toBe(
          true,
        );
      }
    }),
    { numRuns: cases },
  );
  expect(broken).toBeGreaterThan(cases / 4);
}, 3_600_000);

it('every way, end and limit that is found in random workflows is gone by the engine', async () => {
  await fc.assert(
    fc.asyncProperty(simulatedArbitrary, async ({ definition, tools }) => {
      const report = simulate(definition, { tools, mostPositions: 30_000 });
      const play = (id: string | null) => {
        const witness = report.witnesses[id ?? ''];
        return witness && playWitness(definition, witness, { tools });
      };
      for (const { id, witness } of report.edges) {
        if (witness !== null) expect((await play(witness))?.acts).toContainEqual({ edge: id });
      }
      for (const { node, rule, limit, witness } of report.ends) {
        if (rule === 'failed') continue;
        const last = (await play(witness))?.receipts.at(-1);
        expect(last).toMatchObject({ from: node, rule, to: null, ...(limit && { reason: limit }) });
      }
      for (const { limit, witness } of report.limits)
        expect((await play(witness))?.receipts).toContainEqual(expect.objectContaining({ reason: limit }));
    }),
    { numRuns: Math.ceil(cases / 5) },
  );
}, 3_600_000);

it('every route of random runs of random workflows is simulated', async () => {
  let followed = 0;
  await fc.assert(
    fc.asyncProperty(simulatedArbitrary, async ({ definition, tools, seed }) => {
      const traits = new Map(tools.map((tool) => [tool.name, tool]));
      const firstStray = routeFollower(definition, { tools, mostPositions: 30_000 });
      if (!firstStray) return;
      const model = randomModel(seed);
      const workflow = compileWorkflow(definition, {
        model: () => model,
        tools: echoTools(...toolsOf(definition)).map((tool) => ({
          ...tool,
          ...(traits.get(tool.name)?.requiresApproval && { requiresApproval: true }),
          ...(traits.get(tool.name)?.readOnly && { readOnly: true }),
        })),
      });
      const receipts: RoutingReceipt[] = [];
      const onEvent = (event: RunEvent) => {
        if (event.type === 'on_route') receipts.push(event.data);
      };
      let result = await runTurn(workflow, { message: 'Go', onEvent });
      for (let answers = 0; result.handoff && answers < mostAnswers; answers++) {
        const { id: handoffId, choices } = result.handoff;
        const text = choices?.[(seed + answers) % choices.length] ?? 'Go on.';
        result = await resumeTurn(workflow, result.state, { handoffId, text }, { onEvent });
      }
      const stray = firstStray(receipts);
      followed += receipts.length;
      expect(stray === null ? null : receipts.slice(0, stray + 1)).toBeNull();
    }),
    { numRuns: cases },
  );
  expect(followed).toBeGreaterThan(cases);
}, 3_600_000);
