import { CadenceError, type PluginAgent } from '@cadence/contracts';
import { agentProblems } from './agent-problems.ts';

/** An agent: its prompt and its tools, checked at once with every problem in `details`. */
export function defineAgent(agent: PluginAgent): PluginAgent {
  const problems = agentProblems(agent);
  if (problems.length === 0) return agent;
  throw new CadenceError('PLUGIN_INVALID', problems.map(({ message }) => message).join(' '), {
    hint: problems[0]?.hint,
    details: problems,
  });
}
