// What stops a coordinator that goes on and on, and what is told then.
import type { WorkflowDefinition, WorkflowLimits } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { calculate, coordinate, goto, math, search } from './coordinator.fixture.ts';

const within = (limits: WorkflowLimits) => ({
  edit: (definition: WorkflowDefinition) => ({ ...definition, limits: { ...definition.limits, ...limits } }),
});
const roles = { math: () => '4', search: () => 'x', suspend: ['Enough.'] };

describe('the limits of a coordinator', () => {
  it('are looked at in order: hops, then the same agent in a row', async () => {
    const twice = { ...roles, coordinator: [goto('math_agent'), goto('math_agent')] };
    const reason = async (limits: WorkflowLimits) =>
      (await coordinate(twice, within(limits))).receipts.at(-2)?.reason;
    expect(await reason({ maxAgentHops: 1, maxSameAgentRoutes: 1 })).toBe('maxAgentHops');
    expect(await reason({ maxSameAgentRoutes: 1 })).toBe('maxSameAgentRoutes');
  });

  it('on tool calls lead to suspend too, with the calls beyond them undone', async () => {
    const { path, status, requests, counters } = await coordinate(
      { ...roles, coordinator: [goto('math_agent'), goto('math_agent')], math: () => calculate },
      within({ maxToolHops: 1 }),
    );
    expect(path.slice(-2)).toEqual(['math_agent', 'suspend']);
    expect({ status, toolHops: counters.toolHops }).toEqual({ status: 'suspended', toolHops: 1 });
    expect(requests('suspend')[0]?.messages.at(-1)?.content).toMatch(/calculate.*not carried out/);
  });

  it('leave in the state who was chosen last, and how often in a row', async () => {
    const again = await coordinate({ ...roles, coordinator: () => goto('math_agent') });
    expect(again.state.turn.pluginContext).toEqual({
      lastRoutedAgent: 'math_agent',
      sameAgentConsecutiveRoutes: 5,
      routingHistory: Array.from({ length: 5 }, () => 'math_agent'),
    });
    expect(again.receipts.at(-2)?.counters.sameAgentRoutes).toBe(5);
  });

  it('count the same agent in a row anew when another one is chosen', async () => {
    const { state, status } = await coordinate(
      {
        ...roles,
        coordinator: [goto('math_agent'), goto('math_agent'), goto('search_agent'), goto('math_agent')],
      },
      within({ maxSameAgentRoutes: 2, maxAgentHops: 3 }),
    );
    expect(status).toBe('suspended');
    expect(state.turn.pluginContext).toMatchObject({
      lastRoutedAgent: 'search_agent',
      sameAgentConsecutiveRoutes: 1,
    });
  });
});

describe('the answer at a limit', () => {
  it('is asked for in plain words: what was done, the best answer, how to go on, as the plugins used suggest', async () => {
    const suggesting = {
      ...search,
      metadata: { ...search.metadata, responseSuggestion: 'Name the sources.' },
    };
    const silent = { ...math, metadata: { ...math.metadata, responseSuggestion: 'Show the steps.' } };
    const { requests } = await coordinate(
      { ...roles, coordinator: [goto('search_agent'), goto('search_agent')] },
      { plugins: [silent, suggesting], ...within({ maxAgentHops: 1 }) },
    );
    const [request] = requests('suspend');
    expect(request?.system).toMatch(
      /plain words and without technical terms[\s\S]*what was done[\s\S]*best answer[\s\S]*how to go on[\s\S]*never make up/,
    );
    expect(request?.note).toContain('Name the sources.');
    expect(request?.note).not.toContain('Show the steps.');
  });
});
