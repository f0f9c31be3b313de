import { isJsonObject, type Problem } from '@cadence-agents/contracts';
import { readPath, valueAt } from '../document-path.ts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';

/** The models that agents of the file and nodes name can be used. Another process may have the key, so none is an error. */
export function* models(draft: Draft): Iterable<Problem> {
  for (const { part: agent, index } of draft.agents)
    yield* unusable(draft, `Agent "${agent.id}"`, agent.model, `$.agents[${index}].model`);
  for (const { part: node, index } of draft.nodes) {
    const name = `Node "${node.nodeName || node.id}"`;
    yield* unusable(draft, name, node.config?.model, draft.path('nodes', index, 'config', 'model'));
  }
}

function* unusable(draft: Draft, user: string, model: unknown, path: string): Iterable<Problem> {
  if (typeof model !== 'string' || model.trim() === '') return;
  const problem = draft.modelProblem(model);
  if (problem === null) return;
  const message = `${user}${because(model)}${problem}`;
  yield makeProblem('MODEL_UNUSABLE', path, message, 'Set its key, or name another model.');
}

const because = (model: string) => ` names the model "${model}", which cannot be used here: `;

/** Why models of a document cannot be used, by their names, from what a checker that knows them said of it. */
export function modelProblems(problems: readonly Problem[], document: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!isJsonObject(document)) return found;
  for (const { code, path, message } of problems) {
    const model = code === 'MODEL_UNUSABLE' ? valueAt(document, readPath(path)) : undefined;
    if (typeof model !== 'string') continue;
    const said = because(model);
    found.set(model, message.slice(message.indexOf(said) + said.length));
  }
  return found;
}
