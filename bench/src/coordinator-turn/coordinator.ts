import type { ChatModel, Tool } from '@cadence/contracts';
import {
  type Checkpointer,
  type CoordinatedPlugin,
  compileWorkflow,
  coordinatorWorkflow,
  type Workflow,
} from '@cadence/engine';
import { z } from 'zod';
import { freeModel, type Role } from './free-model.ts';
import { scriptFor } from './script.ts';

const roles: Role[] = ['coordinator', 'search', 'math', 'synthesizer'];
const models = new Map<string | null | undefined, ChatModel>(roles.map((role) => [role, freeModel(role)]));

const plugin = (slug: Role, tool: string): CoordinatedPlugin => ({
  slug,
  metadata: {
    name: slug,
    version: '1.0.0',
    description: `does ${slug}`,
    capabilities: [],
    llmRequirements: { model: slug },
  },
  systemPrompt: `You are the ${slug} specialist.`,
  tools: [{ name: tool }],
});

const definition = coordinatorWorkflow([plugin('search', 'search'), plugin('math', 'calculate')], {
  coordinatorModel: 'coordinator',
  synthesizerModel: 'synthesizer',
  suspendModel: 'synthesizer',
});

const search: Tool = {
  name: 'search',
  description: 'Finds information',
  input: z.object({ query: z.string() }),
  run: (args) => scriptFor(z.object({ query: z.string() }).parse(args).query).found,
};
const calculate: Tool = {
  name: 'calculate',
  description: 'Calculates',
  input: z.object({ expression: z.string() }),
  run: (args) => scriptFor(z.object({ expression: z.string() }).parse(args).expression).result,
};

/** The coordinator over a search agent and a calculating one. */
export async function compileCoordinator(checkpointer?: Checkpointer): Promise<Workflow> {
  return compileWorkflow(definition, {
    model: (name) => {
      const model = models.get(name);
      if (!model) throw new Error(`There is no model "${name}".`);
      return model;
    },
    tools: [search, calculate],
    ...(checkpointer && { checkpointer }),
  });
}
