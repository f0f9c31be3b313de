import { defineKind } from '@cadence-agents/contracts';
import { z } from 'zod';

export const toolExecutor = defineKind({
  type: 'TOOL_EXECUTOR',
  title: 'Tool executor',
  summary:
    'Runs the tools an agent asked for, then follows the edge of the tool, its ALWAYS edge, or goes back.',
  family: 'tools',
  config: z.strictObject({
    concurrency: z
      .number()
      .int()
      .min(1)
      .max(64)
      .optional()
      .describe('How many calls of one turn run at the same time.'),
    tools: z
      .array(z.string().min(1))
      .optional()
      .describe('Tools it may run, whoever asks; by default those of the agent that called.'),
    approve: z
      .array(z.string().min(1))
      .optional()
      .describe('Tools that a person approves here, beside those that always need it.'),
  }),

  labels({ view, node, agents }) {
    const labels = new Set<string | null>([null]);
    const callers = view.callersOf(node.id);
    const callerAgents = callers.map((id) => agents?.get(view.nodesById.get(id)?.node.agentId ?? ''));
    const known = new Set(callerAgents.flatMap((caller) => caller?.tools ?? []));
    const anyTool = callers.length === 0 || callerAgents.includes(undefined);
    for (const label of view.nodesById.get(node.id)?.conditional.keys() ?? []) {
      if (anyTool || known.has(label)) labels.add(label);
    }
    return labels;
  },
});
