import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';

// The words and results of the bench, which the server hands over by their file.
const script = await import(process.env.BENCH_SCRIPT ?? '');

const search = tool({
  name: 'search',
  description: 'Run search',
  readOnly: true,
  input: z.object({ query: z.string() }),
  run: ({ query }): string => script.search(query),
});

export default definePlugin({
  metadata: {
    name: 'search',
    version: '1.0.0',
    description: 'finds information',
    capabilities: [],
    llmRequirements: { model: 'openai:search' },
  },
  createAgent: () => defineAgent({ systemPrompt: script.PROMPTS.search, tools: [search] }),
});
