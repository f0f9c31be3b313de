// What plays the parts of models and tools when a script is played.
import type {
  AgentDefinition,
  ChatModel,
  PluginKind,
  ResolvedLimits,
  Tool,
  ToolTraits,
  Witness,
  WorkflowDefinition,
} from '@cadence-agents/contracts';
import { configOf } from '@cadence-agents/workflow';
import { z } from 'zod';
import type { PlayRecord } from './play-record.ts';
import { SCRIPTED, scriptedReply } from './scripted-replies.ts';

export interface PlayParts {
  /** Every tool that the workflow may use; stand-ins with the same traits are called in their place. */
  tools?: readonly ToolTraits[] | undefined;
  agents?: readonly AgentDefinition[] | undefined;
  kinds?: readonly PluginKind[] | undefined;
  limits?: Partial<ResolvedLimits> | undefined;
}

export function scriptedModel(record: PlayRecord, { repeats }: Witness): ChatModel {
  let calls = 0;
  return {
    name: SCRIPTED,
    generate: async (request, { onText }) => {
      calls += 1;
      const visit = record.visit();
      const decision = repeats !== undefined && visit?.node === repeats ? 0 : calls;
      const words = repeats === undefined ? calls : 0;
      const reply = scriptedReply(visit, request, { call: calls, decision, words });
      if (reply.content !== '') onText?.(reply.content);
      return reply;
    },
  };
}

/** Tools of the same names and traits that answer with their own name. */
export function standIns(
  { agents = [], nodes }: WorkflowDefinition,
  parts: PlayParts,
  ran: (name: string, idempotencyKey: string) => Promise<string | undefined>,
): Tool[] {
  const known = new Map((parts.tools ?? []).map((tool) => [tool.name, tool]));
  const ofAgents = [...agents, ...(parts.agents ?? [])].flatMap(({ tools = [] }) => tools);
  const ofNodes = nodes.flatMap(({ config }) => (Array.isArray(config?.tools) ? config.tools : []));
  const names = new Set([
    ...known.keys(),
    ...ofAgents,
    ...ofNodes.filter((name) => typeof name === 'string'),
  ]);
  return [...names].map((name) => ({
    name,
    description: `Stands in for ${name}.`,
    input: z.looseObject({}),
    ...(known.get(name)?.requiresApproval && { requiresApproval: true }),
    ...(known.get(name)?.readOnly && { readOnly: true }),
    run: async (_, { idempotencyKey }) => (await ran(name, idempotencyKey)) ?? `${name} found something.`,
  }));
}

/** A message that is let in, or one that no node lets in whose rules need no model. */
export function messageOf({ nodes }: WorkflowDefinition, { visits }: Witness): string {
  const refusing = visits.find(({ does }) => does === 'refuses');
  const node = nodes.find(({ nodeName }) => nodeName === refusing?.node);
  if (node?.nodeType !== 'INGRESS') return 'Go.';
  const { policy, maxInputChars = 20_000 } = configOf('INGRESS', node);
  return policy === undefined ? 'x'.repeat(maxInputChars + 1) : 'Go.';
}
