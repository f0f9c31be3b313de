import { defineKind } from '@cadence-agents/contracts';
import { z } from 'zod';

export const toolRouter = defineKind({
  type: 'TOOL_ROUTER',
  title: 'Tool router',
  summary: 'Hands the calls of the plan that nothing stands in the way of to the tool executor.',
  family: 'router',
  icon: 'split',
  choosesRoute: false,
  inline: true,
  config: z.strictObject({}),
});
