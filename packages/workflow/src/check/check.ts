import {
  type AgentDefinition,
  defaultLimits,
  type JsonObject,
  type Problem,
  type ResolvedLimits,
  type WorkflowDefinition,
  workflowDefinitionSchema,
} from '@cadence/contracts';
import type { Certificate } from '../certify/certificate.ts';
import { certify } from '../certify/certify.ts';
import { MOST_AGENTS, MOST_EDGES, MOST_NODES, readDraft } from './draft.ts';
import { makeProblem } from './make-problem.ts';
import { rules } from './rules.ts';
import { takeSnapshot } from './snapshot.ts';
import { structureProblems } from './structure.ts';

/** What the checker may take as known beside the definition. */
export interface CheckOptions {
  /** Every agent there is beside those in the file; without both, agents are not looked up. */
  agents?: readonly AgentDefinition[] | undefined;
  /** Names of every tool there is; without them, tools are not looked up. */
  tools?: readonly string[] | undefined;
  /** Limits in force where the definition sets none. */
  limits?: ResolvedLimits | undefined;
}

export interface CheckResult {
  /** Every problem found, errors and warnings, in no more than one place each. */
  problems: Problem[];
  /** Present when there is no error. */
  definition?: WorkflowDefinition;
  /** Present when there is no error but, at most, a loop without a bound. */
  certificate?: Certificate;
}

/** Looks at anything that may be a workflow definition, and names everything that is wrong with it at once. */
export function check(input: unknown, options: CheckOptions = {}): CheckResult {
  const { document, problems } = takeSnapshot(input);
  if (document === undefined) return { problems };
  const parsed = workflowDefinitionSchema.safeParse(cutToSize(document));
  const told = new Set(problems.map((problem) => problem.path));
  const structure = structureProblems(document, parsed.error?.issues ?? []);
  for (const problem of structure) if (!isTold(told, problem.path)) problems.push(problem);

  const draft = readDraft(document, { agents: options.agents, tools: options.tools });
  for (const rule of rules) for (const problem of rule(draft)) problems.push(problem);
  const failed = problems.some((problem) => problem.severity === 'error');
  if (failed || parsed.data === undefined) return { problems };

  const definition = parsed.data;
  const certificate = certify(definition, options.limits ?? defaultLimits);
  if (certificate.bounded) return { problems, definition, certificate };
  return { problems: [...problems, unbounded(definition, certificate.cycle)], certificate };
}

/** Whether a value that is not JSON was named already, itself or, for an empty place, as the list that has it. */
function isTold(told: ReadonlySet<string>, path: string): boolean {
  return told.has(path) || told.has(path.replace(/\[\d+\]$/, ''));
}

/** What is too long is a problem of its own; finding fault with each of a million entries helps nobody. */
function cutToSize(document: JsonObject): JsonObject {
  const cut = { ...document };
  for (const [field, most] of Object.entries({ nodes: MOST_NODES, edges: MOST_EDGES, agents: MOST_AGENTS })) {
    const list = cut[field];
    if (Array.isArray(list) && list.length > most) cut[field] = list.slice(0, most);
  }
  return cut;
}

function unbounded(definition: WorkflowDefinition, cycle: readonly string[]): Problem {
  const index = definition.nodes.findIndex((node) => node.nodeName === cycle[0]);
  const way = [...cycle, cycle[0]].map((name) => `"${name}"`).join(' → ');
  const hint = 'Set "maxSteps" in "limits", or a limit on the hops that the loop makes.';
  return makeProblem('LOOP_UNBOUNDED', `$.nodes[${index}]`, `No limit bounds the loop ${way}.`, hint);
}
