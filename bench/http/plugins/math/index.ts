import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';

// The words and results of the bench, which the server hands over by their file.
const script = await import(process.env.BENCH_SCRIPT ?? '');

const calculate = tool({
  name: 'calculate',
  description: 'Run calculate',
  readOnly: true,
  input: z.object({ expression: z.string() }),
  run: ({ expression }): string => script.calculate(expression),
});

export default definePlugin({
  metadata: {
    name: 'math',
    version: '1.0.0',
    description: 'calculates',
    capabilities: [],
    llmRequirements: { model: 'openai:math' },
  },
  createAgent: () => defineAgent({ systemPrompt: script.PROMPTS.math, tools: [calculate] }),
});
