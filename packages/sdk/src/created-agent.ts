import type { Plugin, PluginAgent, Problem } from '@cadence/contracts';
import { agentProblems } from './agent-problems.ts';
import { problemsInError } from './problems-in-error.ts';

/** The agent that a plugin makes, or everything that is wrong with it. */
export function createdAgent(createAgent: Plugin['createAgent']): {
  agent?: PluginAgent;
  problems: Problem[];
} {
  try {
    const agent = createAgent();
    const problems = agentProblems(agent);
    return problems.length === 0 ? { agent, problems } : { problems };
  } catch (error) {
    return { problems: problemsInError(error) ?? [threw(error)] };
  }
}

function threw(error: unknown): Problem {
  return {
    severity: 'error',
    code: 'AGENT_FAILED',
    path: '$.createAgent()',
    message: `createAgent failed: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'Let createAgent do nothing but return an agent; keep connections and keys for the tools.',
  };
}
