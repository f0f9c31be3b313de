// Plays turns of the plan–execute–verify workflow under a scripted model, for tests.
import type {
  JsonObject,
  RoutingReceipt,
  RunEvent,
  Tool,
  WorkflowDefinition,
} from '@cadence-agents/contracts';
import { type Script, type ScriptedModel, scriptByAgent } from '@cadence-agents/testkit';
import { z } from 'zod';
import { runTurn, type TurnInput, type TurnResult } from './conversation/run-turn.ts';
import { compileWorkflow, type WorkflowParts } from './workflow/compile-workflow.ts';
import { type PlanVerifySettings, planVerifyWorkflow } from './workflow/plan-verify-workflow.ts';

/** What each role's prompt begins with. */
const prompts = {
  ingress: 'Decide whether a message may be answered',
  planner: 'Plan how the latest request is answered',
  verifier: 'Judge whether the results',
  generator: 'Write the answer to the latest request',
  summarizer: 'Keep the summary of a conversation',
};
export type Role = keyof typeof prompts;

const roleOf = (system: string): Role | undefined =>
  (Object.keys(prompts) as Role[]).find((role) => system.startsWith(prompts[role]));

interface PlannedArgs {
  id: string;
  tool: string;
  args?: JsonObject;
  after?: string[];
}

/** A planner's reply that calls tools. */
export const plan = (...calls: PlannedArgs[]): string =>
  JSON.stringify({ next: 'tool_use', calls: calls.map((call) => ({ args: {}, after: [], ...call })) });
export const generate = JSON.stringify({ next: 'generate', calls: [] });

/** A verifier's reply. */
export const verdict = (
  is: 'success' | 'replan' | 'ask',
  more: { missing?: string; question?: string } = {},
): string => JSON.stringify({ verdict: is, missing: '', question: '', ...more });
export const good = verdict('success');

export const search: Tool = {
  name: 'search',
  description: 'Searches documents',
  input: z.object({ query: z.string() }),
  run: (args) => `found ${JSON.stringify(args)}`,
};

export interface PlayedPlan extends TurnResult {
  path: (string | null)[];
  receipts: RoutingReceipt[];
  events: RunEvent[];
  model: ScriptedModel;
  /** Requests of one role. */
  asked: (role: Role) => ScriptedModel['requests'];
  custom: (RunEvent & { type: 'on_custom_event' })['data'][];
}

export interface PlanOptions extends Partial<TurnInput>, Pick<WorkflowParts, 'secretPatterns'> {
  tools?: readonly Tool[];
  settings?: PlanVerifySettings & { safety?: JsonObject };
  /** Tools that the definition is generated from, where they differ. */
  planned?: readonly { name: string }[];
}

/** The definition with rules of its own where messages come in. */
export function withIngress(definition: WorkflowDefinition, rules: JsonObject = {}): WorkflowDefinition {
  const nodes = definition.nodes.map((node) =>
    node.id === 'ingress' ? { ...node, config: { ...node.config, ...rules } } : node,
  );
  return { ...definition, nodes };
}

export async function playPlan(
  scripts: Partial<Record<Role, Script>>,
  options: PlanOptions = {},
): Promise<PlayedPlan> {
  const { tools = [search], settings, planned = tools, secretPatterns, ...input } = options;
  const named = Object.entries(scripts).map(([role, script]) => [prompts[role as Role], script] as const);
  const model = scriptByAgent(Object.fromEntries(named));
  const { safety, ...generated } = settings ?? {};
  const workflow = await compileWorkflow(withIngress(planVerifyWorkflow(planned, generated), safety), {
    model: () => model,
    tools,
    ...(secretPatterns && { secretPatterns }),
  });
  const events: RunEvent[] = [];
  const result = await runTurn(workflow, {
    message: 'What is known of herons?',
    ...input,
    onEvent: (event) => events.push(event),
  });
  return {
    ...result,
    events,
    model,
    path: events.filter(({ type }) => type === 'on_node_start').map(({ node }) => node),
    receipts: events.flatMap((event) => (event.type === 'on_route' ? [event.data] : [])),
    custom: events.flatMap((event) => (event.type === 'on_custom_event' ? [event.data] : [])),
    asked: (role) => model.requests.filter(({ system }) => roleOf(system) === role),
  };
}
