import {
  type CostReport,
  type CoverageReport,
  resolveLimits,
  type SimulationReport,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { certify, costsOf, coverageOf, RouteTraffic, viewDefinition } from '@cadence-agents/workflow';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { listRuns, readEvents } from './runs.ts';
import { simulateWorkflow } from './simulation.ts';
import { checkedWorkflow } from './workflows.ts';

type Reading = Pick<AppContext, 'store' | 'workflows' | 'check' | 'surroundings' | 'settings'>;

export interface TrafficQuery {
  /** The last 30 days when absent. */
  since?: string | undefined;
}

const DEFAULT_MS = 30 * 24 * 60 * 60 * 1000;
/** The newest runs tell enough, and reading them takes so long at most. */
const MOST_RUNS = 1_000;

/** Which parts of a workflow its runs used, of those that the principal may see. */
export async function workflowCoverage(
  context: Reading,
  principal: Principal,
  id: string,
  query: TrafficQuery = {},
): Promise<{ definition: WorkflowDefinition; coverage: CoverageReport; report: SimulationReport }> {
  const report = await simulateWorkflow(context, principal, id);
  const { definition, view, traffic, agents } = await trafficOf(context, principal, id, query);
  const catalogue = new Map([...agents, ...(definition.agents ?? [])].map((agent) => [agent.id, agent]));
  return { definition, coverage: coverageOf(view, traffic, report, catalogue), report };
}

/** What the routes of a workflow cost. */
export async function workflowCosts(
  context: Reading,
  principal: Principal,
  id: string,
  query: TrafficQuery = {},
): Promise<CostReport> {
  const { definition, view, traffic, kinds, limits } = await trafficOf(context, principal, id, query);
  const { maxTokens } = resolveLimits(definition.limits, limits);
  return costsOf(view, traffic, certify(definition, limits, kinds), maxTokens);
}

async function trafficOf(
  context: Reading,
  principal: Principal,
  id: string,
  { since = new Date(Date.now() - DEFAULT_MS).toISOString() }: TrafficQuery,
) {
  const definition = await checkedWorkflow(context, principal, id);
  const around = await context.surroundings(principal.tenantId);
  const view = viewDefinition(definition, around.kinds);
  const traffic = new RouteTraffic(view, context.settings.modelPrices);
  for await (const run of runsSince(context, principal, id, since)) {
    const { note, end } = traffic.run();
    for await (const event of readEvents(context, run)) note(event);
    end();
  }
  return { ...around, definition, view, traffic };
}

async function* runsSince(context: Reading, principal: Principal, workflowId: string, since: string) {
  let left = MOST_RUNS;
  for (let after: string | undefined; ; ) {
    const page = await listRuns(context, principal, { workflowId, limit: 100, after });
    for (const run of page.items) {
      if (run.createdAt < since || left-- <= 0) return;
      yield run;
    }
    if (page.next === null) return;
    after = page.next;
  }
}
