import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  defaultLimits,
  recordingSchema,
  type WorkflowDefinition,
  workflowDefinitionSchema,
} from '@cadence-agents/contracts';
import {
  builtInKinds,
  certify,
  costsOf,
  coverageOf,
  RouteTraffic,
  simulate,
  viewDefinition,
} from '@cadence-agents/workflow';
import { describe, expect, it } from 'vitest';
import { replay } from '../replay/replay.ts';
import { echoTools } from '../run.fixture.ts';
import { coordinatorWorkflow } from '../workflow/coordinator-workflow.ts';
import { planVerifyWorkflow } from '../workflow/plan-verify-workflow.ts';
import { playWitness } from './play-witness.ts';
import { recordWitness } from './record-witness.ts';
import { tryFaults } from './try-faults.ts';

const shipped = (id: string): WorkflowDefinition => {
  const file = join(import.meta.dirname, `../../../../workflows/${id}.json`);
  return workflowDefinitionSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
};
const plugin = (slug: string, ...tools: string[]) => ({
  slug,
  metadata: { name: slug, version: '1.0.0', description: slug, capabilities: [] },
  systemPrompt: `You are ${slug}.`,
  tools: tools.map((name) => ({ name })),
});
const definitions = [
  shipped('2nChat'),
  shipped('approved-plan'),
  shipped('assistant'),
  planVerifyWorkflow([{ name: 'calculate' }, { name: 'search' }]),
  coordinatorWorkflow([
    plugin('math', 'calculate'),
    plugin('search', 'search', 'read'),
    plugin('info', 'time'),
  ]),
];

describe.each(definitions.map((definition) => [definition.id, definition] as const))(
  '%s',
  (_, definition) => {
    const report = simulate(definition);

    it('is explored whole', () => {
      expect(report.certainty).toBe('decided');
      expect(report.positions).toBeLessThan(30_000);
      expect(report.edges.filter(({ reachable }) => !reachable)).toEqual([]);
    });

    it('is covered by the cases that are generated from it', async () => {
      const view = viewDefinition(definition);
      const traffic = new RouteTraffic(view);
      for (const { witness } of [...report.edges, ...report.limits]) {
        const way = report.witnesses[witness ?? ''];
        if (!way) continue;
        const { events } = await playWitness(definition, way);
        const run = traffic.run();
        for (const event of events) run.note(event);
        run.end();
      }
      const agents = new Map((definition.agents ?? []).map((agent) => [agent.id, agent]));
      const { percent } = coverageOf(view, traffic, report, agents);
      expect(percent).toMatchObject({ nodes: 100, edges: 100, limits: 100 });
      const costs = costsOf(view, traffic, certify(definition), null);
      const onEdges = costs.edges.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
      expect(onEdges).toBeGreaterThan(0);
      expect(costs.worst.tokens).toBeGreaterThanOrEqual(costs.expected.tokens ?? Infinity);
    });

    it('has each of its ways as a recording that is replayed as it is, and is the same each time', async () => {
      const ofAgents = (definition.agents ?? []).flatMap((agent) => agent.tools ?? []);
      const tools = echoTools(...new Set([...ofAgents, 'calculate', 'search']));
      const around = { agents: [], tools, brought: [], kinds: builtInKinds, limits: defaultLimits };
      const ways = simulate(definition, around);
      for (const [id, witness] of Object.entries(ways.witnesses)) {
        const recording = await recordWitness(definition, witness, around);
        const text = JSON.stringify(recording);
        const { divergence, events } = await replay(recordingSchema.parse(JSON.parse(text)));
        expect({ id, divergence }).toEqual({ id, divergence: undefined });
        const visits = events.filter(({ type }) => type === 'on_route').length;
        expect({ id, visits: visits > 0 }).toEqual({ id, visits: true });
        if (id === Object.keys(ways.witnesses)[0])
          expect(JSON.stringify(await recordWitness(definition, witness, around))).toBe(text);
      }
    }, 120_000);
  },
);

it('copes with every fault at every edge', async () => {
  for (const definition of definitions.slice(1, 3)) {
    const report = simulate(definition);
    const trials = await tryFaults(definition, report, {});
    expect(trials.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(new Set(trials.filter(({ struck }) => struck).map(({ fault }) => fault)).size).toBe(15);
  }
});
