import { isPromptVariable, type Problem, promptVariables, variablesIn } from '@cadence-agents/contracts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';

/** What prompts have in double braces is known; a model would read it as it stands. */
export function* prompts(draft: Draft): Iterable<Problem> {
  for (const { part: agent, index } of draft.agents)
    yield* unknownIn(draft, `The prompt of the agent "${agent.id}"`, agent.systemPrompt, [
      ...['agents', index, 'systemPrompt'],
    ]);
  for (const { part: node, index } of draft.nodes)
    for (const field of ['prompt', 'instructions'])
      yield* unknownIn(draft, `"${field}" of the node "${node.nodeName || node.id}"`, node.config?.[field], [
        ...['nodes', index, 'config', field],
      ]);
}

function* unknownIn(
  draft: Draft,
  where: string,
  text: unknown,
  path: readonly (string | number)[],
): Iterable<Problem> {
  if (typeof text !== 'string' || !text.includes('{{')) return;
  const known = Object.keys(promptVariables);
  for (const name of variablesIn(text)) {
    if (isPromptVariable(name)) continue;
    const nearest = draft.suggest(name, known);
    const message = `${where} names the variable "${name}", which does not exist: its model reads it as it stands.`;
    const hint = nearest === undefined ? `Use one of ${known.join(', ')}.` : `Did you mean "${nearest}"?`;
    yield makeProblem('PROMPT_VARIABLE_UNKNOWN', draft.path(...path), message, hint);
  }
}
