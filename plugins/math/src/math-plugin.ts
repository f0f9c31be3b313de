import { createRequire } from 'node:module';
import { defineAgent, definePlugin, type Plugin } from '@cadence-agents/sdk';
import { calculateTool } from './calculate-tool.ts';
import { convertUnitsTool } from './convert-units-tool.ts';
import { createEvaluator, type EvaluatorLimits } from './evaluator.ts';

const systemPrompt = `You are the math agent: you work out numbers with your tools.
- Call calculate for every calculation, also for easy ones, and never work a result out yourself.
- Call convert_units for a quantity in another unit. Calls that do not need each other's results go together.
- When a tool refuses an expression, correct it and call again once; otherwise say what is wrong with it.
- Give the result with its unit and the expression it comes from. Round only when you are asked to.
- Leave to others whatever needs no calculation.`;

/** Arithmetic, functions, statistics and units, by mathjs in a process of its own. */
export function createMathPlugin(limits: Partial<EvaluatorLimits> = {}): Plugin {
  const evaluator = createEvaluator(limits);
  return definePlugin({
    metadata: {
      name: 'math',
      version: '0.1.0',
      description:
        'Calculates: arithmetic, percentages, powers, roots, logarithms, trigonometry, statistics, matrices, ' +
        'and converts units of measurement such as inches to cm, miles to km, pounds to kg, celsius to fahrenheit.',
      examples: ['What is 15 * 23?', 'How many centimetres are 12 inches?'],
      capabilities: ['calculate expressions', 'percentages', 'statistics', 'convert units of measurement'],
      dependencies: { mathjs: '15.2.0' },
      responseSuggestion: 'State the result first, with its unit, then how it was worked out in one line.',
    },
    createAgent: () =>
      defineAgent({ systemPrompt, tools: [calculateTool(evaluator), convertUnitsTool(evaluator)] }),
    validateDependencies,
  });
}

function validateDependencies(): string[] {
  try {
    // Found, not loaded: mathjs is large, and only the process that calculates needs it.
    createRequire(import.meta.url).resolve('mathjs');
    return [];
  } catch {
    return ['The package "mathjs" is not installed.'];
  }
}
