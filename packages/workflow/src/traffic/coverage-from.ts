import type {
  AgentDefinition,
  CoverageReport,
  RunEvent,
  SimulationReport,
  WorkflowDefinition,
} from '@cadence-agents/contracts';
import type { Kinds } from '../kinds/kinds.ts';
import { viewDefinition } from '../view-definition.ts';
import { coverageOf } from './coverage.ts';
import { RouteTraffic } from './route-traffic.ts';

/** What runs, by their events, come by of a workflow that was simulated. */
export function coverageFrom(
  runs: Iterable<readonly RunEvent[]>,
  definition: WorkflowDefinition,
  report: SimulationReport,
  around: { agents: readonly AgentDefinition[]; kinds?: Kinds | undefined },
): CoverageReport {
  const view = viewDefinition(definition, around.kinds);
  const traffic = new RouteTraffic(view);
  for (const events of runs) {
    const { note, end } = traffic.run();
    for (const event of events) note(event);
    end();
  }
  const agents = new Map([...around.agents, ...(definition.agents ?? [])].map((agent) => [agent.id, agent]));
  return coverageOf(view, traffic, report, agents);
}
