// Runs a sketch with scripted agents and collects what happened, for tests.
import type { RoutingReceipt, RunEvent, Tool, WorkflowDefinition } from '@cadence-agents/contracts';
import { type Script, type ScriptedModel, scriptByAgent } from '@cadence-agents/testkit';
import { z } from 'zod';
import { runTurn, type TurnInput, type TurnResult } from './conversation/run-turn.ts';
import type { Workflow } from './runtime/runtime.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';

export interface Played extends TurnResult {
  /** Names of the nodes visited, in order. */
  path: (string | null)[];
  receipts: RoutingReceipt[];
  events: RunEvent[];
  model: ScriptedModel;
  workflow: Workflow;
}

/** Tools that answer with their own name and arguments. */
export function echoTools(...names: string[]): Tool[] {
  return names.map((name) => ({
    name,
    description: `The tool ${name}`,
    input: z.looseObject({}),
    run: (args) => `${name} ${JSON.stringify(args)}`,
  }));
}

/** Plays one turn; `scripts` are keyed by agent name. */
export async function play(
  definition: WorkflowDefinition,
  scripts: Record<string, Script>,
  options: Partial<TurnInput> & { tools?: readonly Tool[]; writer?: Script } = {},
): Promise<Played> {
  const byPrompt = Object.entries(scripts).map(([name, script]): [string, Script] => [
    `I am ${name}.`,
    script,
  ]);
  const { tools, writer, ...input } = options;
  if (writer) byPrompt.push(['Write the answer that the user reads', writer]);
  const model = scriptByAgent(Object.fromEntries(byPrompt));
  const workflow = await compileWorkflow(definition, {
    model: () => model,
    tools: tools ?? echoTools(...new Set((definition.agents ?? []).flatMap((agent) => agent.tools ?? []))),
  });
  const events: RunEvent[] = [];
  const result = await runTurn(workflow, {
    message: 'Hello',
    ...input,
    onEvent: (event) => events.push(event),
  });
  return { ...result, ...readEvents(events), events, model, workflow };
}

function readEvents(events: readonly RunEvent[]): Pick<Played, 'path' | 'receipts'> {
  return {
    path: events.filter((event) => event.type === 'on_node_start').map((event) => event.node),
    receipts: events.flatMap((event) => (event.type === 'on_route' ? [event.data] : [])),
  };
}

/** A reply that hands over. */
export const go = (next: string, reason?: string) => ({
  toolCalls: [{ name: 'route', args: { next, ...(reason && { reason }) } }],
});

/** A reply that calls tools. */
export const call = (...names: string[]) => ({
  toolCalls: names.map((name) => ({ name, args: { for: name } })),
});
