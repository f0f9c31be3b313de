// The coordinator workflow with a scripted model for each role, for tests.
import type { RoutingReceipt, RunEvent, Tool, WorkflowDefinition } from '@cadence-agents/contracts';
import { type Script, type ScriptedModel, scriptedModel } from '@cadence-agents/testkit';
import { z } from 'zod';
import { runTurn, type TurnInput } from './conversation/run-turn.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';
import { type CoordinatorSettings, coordinatorWorkflow } from './workflow/coordinator-workflow.ts';
import type { CoordinatedPlugin } from './workflow/plugin-agent.ts';

export const plugin = (
  slug: string,
  tools: string[],
  more: Partial<CoordinatedPlugin['metadata']> = {},
): CoordinatedPlugin => ({
  slug,
  metadata: {
    name: `${slug} plugin`,
    version: '1.0.0',
    description: `Does ${slug}.`,
    capabilities: [],
    ...more,
  },
  systemPrompt: `You are ${slug}.`,
  tools: tools.map((name) => ({ name })),
});
export const math = plugin('math', ['calculate'], { capabilities: ['arithmetic'] });
export const search = plugin('search', ['search']);

const tools: Tool[] = [
  {
    name: 'calculate',
    description: 'Calculates',
    input: z.object({ expression: z.string() }),
    run: () => '345',
  },
  {
    name: 'search',
    description: 'Searches',
    input: z.object({ query: z.string() }),
    run: () => 'asyncio came in 2014',
  },
];

export const goto = (name: string, reason?: string) => ({
  toolCalls: [{ name: `goto_${name}`, args: reason ? { reason } : {} }],
});
export const use = (name: string, args: Record<string, string>) => ({ toolCalls: [{ name, args }] });
export const calculate = use('calculate', { expression: '15 * 23' });

interface Roles {
  coordinator: Script;
  synthesizer?: Script;
  suspend?: Script;
  [agent: string]: Script | undefined;
}

/** Plays a turn of the coordinator workflow; each role has a model of its own. */
export async function coordinate(
  roles: Roles,
  options: {
    plugins?: CoordinatedPlugin[];
    settings?: CoordinatorSettings;
    edit?: (definition: WorkflowDefinition) => WorkflowDefinition;
  } & Partial<TurnInput> = {},
) {
  const { plugins = [math, search], settings, edit = (definition) => definition, ...input } = options;
  const models = new Map<string, ScriptedModel>();
  const modelOf = (name: string) => {
    const model = models.get(name) ?? scriptedModel(roles[name] ?? [], { name });
    models.set(name, model);
    return model;
  };
  const named = plugins.map((one) => ({
    ...one,
    metadata: { ...one.metadata, llmRequirements: { model: one.slug, ...one.metadata.llmRequirements } },
  }));
  const definition = edit(
    coordinatorWorkflow(named, {
      coordinatorModel: 'coordinator',
      synthesizerModel: 'synthesizer',
      suspendModel: 'suspend',
      ...settings,
    }),
  );
  const workflow = await compileWorkflow(definition, { model: (name) => modelOf(name ?? 'default'), tools });
  const events: RunEvent[] = [];
  const result = await runTurn(workflow, {
    message: 'What is 15 * 23?',
    ...input,
    onEvent: (event) => events.push(event),
  });
  const receipts: RoutingReceipt[] = events.flatMap((event) =>
    event.type === 'on_route' ? [event.data] : [],
  );
  const path = events.filter((event) => event.type === 'on_node_start').map((event) => event.node);
  return {
    ...result,
    events,
    receipts,
    path,
    requests: (name: string) => modelOf(name).requests,
    definition,
  };
}
