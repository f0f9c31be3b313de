import type { RunEvent, SimulationReport, WorkflowDefinition } from '@cadence/contracts';
import type { Surroundings } from '@cadence/engine';
import { coverageOf, RouteTraffic, viewDefinition } from '@cadence/workflow';
import type { Covered } from './show-coverage.ts';

/** What runs, by their events, come by of a workflow that was simulated. */
export function coverageFrom(
  runs: Iterable<readonly RunEvent[]>,
  definition: WorkflowDefinition,
  report: SimulationReport,
  around: Surroundings,
): Covered {
  const view = viewDefinition(definition, around.kinds);
  const traffic = new RouteTraffic(view);
  for (const events of runs) {
    const { note, end } = traffic.run();
    for (const event of events) note(event);
    end();
  }
  const agents = new Map([...around.agents, ...(definition.agents ?? [])].map((agent) => [agent.id, agent]));
  return { definition, report, coverage: coverageOf(view, traffic, report, agents) };
}
