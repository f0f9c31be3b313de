import type { ChatModel, Tool } from '@cadence-agents/contracts';
import {
  type CoordinatedPlugin,
  compileWorkflow,
  coordinatorWorkflow,
  type Workflow,
} from '@cadence-agents/engine';
import { z } from 'zod';
import { freeModel, type Role, roles } from './free-model.ts';
import { scriptFor } from './script.ts';

const models = new Map<string | null | undefined, ChatModel>(roles.map((role) => [role, freeModel(role)]));

export type FindModel = (name: string) => ChatModel;

function free(name: string): ChatModel {
  const model = models.get(name);
  if (!model) throw new Error(`There is no model "${name}".`);
  return model;
}

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

const searchInput = z.object({ query: z.string() });
const search: Tool = {
  name: 'search',
  description: 'Finds information',
  input: searchInput,
  run: (args) => scriptFor(searchInput.parse(args).query).found,
};
const calculateInput = z.object({ expression: z.string() });
const calculate: Tool = {
  name: 'calculate',
  description: 'Calculates',
  input: calculateInput,
  run: (args) => scriptFor(calculateInput.parse(args).expression).result,
};

/** What the tools say of themselves: that they change nothing, or nothing at all, so that the ledger records each call. */
export type ToolKind = 'read-only' | 'recorded';

/** The coordinator over a search agent and a calculating one. */
export function compileCoordinator(kind: ToolKind, find: FindModel = free): Workflow {
  return compileWorkflow(definition, {
    model: (name) => find(name ?? 'coordinator'),
    // Nothing is to be summed up: a turn is the same work at any length.
    limits: { windowTokens: 10_000_000 },
    tools: [search, calculate].map((tool) => ({ ...tool, readOnly: kind === 'read-only' })),
  });
}
