import {
  type AgentDefinition,
  defaultLimits,
  type JsonObject,
  type Problem,
  type ResolvedLimits,
  type ToolTraits,
  type WorkflowDefinition,
  workflowDefinitionSchema,
} from '@cadence-agents/contracts';
import type { Certificate } from '../certify/certificate.ts';
import { certify } from '../certify/certify.ts';
import type { Kinds } from '../kinds/kinds.ts';
import { completeDefinition } from './complete-definition.ts';
import { readDraft } from './draft.ts';
import { makeProblem } from './make-problem.ts';
import { policyProblems } from './policies.ts';
import { rules } from './rules.ts';
import { sizeProblems } from './sizes.ts';
import { takeSnapshot } from './snapshot.ts';
import { structureProblems } from './structure.ts';

const MOST_ERRORS = 1_000;

/** What the checker may take as known beside the definition. */
export interface CheckOptions {
  /** Every agent there is beside those in the file; without both, agents are not looked up. */
  agents?: readonly AgentDefinition[] | undefined;
  /** Whether agents that a file without any names may be rows of another database. Default false. */
  agentsElsewhere?: boolean | undefined;
  /** Names of every tool there is; without them, tools are not looked up. */
  tools?: readonly string[] | undefined;
  /** Tools, agents and node kinds of plugins that are turned off, with the name of the plugin. */
  off?: ReadonlyMap<string, string> | undefined;
  /** Why a model cannot be used, or `null`; without it, models are not looked up. */
  modelProblem?: ((name: string) => string | null) | undefined;
  /** Limits in force where the definition sets none. */
  limits?: ResolvedLimits | undefined;
  /** Every node kind there is; those of Cadence by default. */
  kinds?: Kinds | undefined;
  /** What is known of the tools, for policies. */
  toolTraits?: readonly ToolTraits[] | undefined;
  /** Whether the routes are looked at for one that breaks a policy. Default true. */
  policies?: boolean | undefined;
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
  const { document: given, problems } = takeSnapshot(input);
  if (given === undefined) return { problems };
  const document = completeDefinition(given);
  const failed = collect(findProblems(document, options, problems), problems);
  if (failed) return { problems };

  const definition = workflowDefinitionSchema.parse(document);
  const certificate = certify(definition, options.limits ?? defaultLimits, options.kinds);
  if (certificate.bounded) {
    if (options.policies === false) return { problems, definition, certificate };
    const isBroken = collect(policyProblems(definition, options), problems);
    return { problems, ...(!isBroken && { definition }), certificate };
  }
  return { problems: [...problems, unbounded(definition, certificate.cycle)], certificate };
}

/** Adds what is found to `problems`, until there are so many errors that nobody reads on. */
function collect(found: Iterable<Problem>, problems: Problem[]): boolean {
  let errors = problems.filter((problem) => problem.severity === 'error').length;
  for (const problem of found) {
    problems.push(problem);
    if (problem.severity === 'error') errors += 1;
    if (errors < MOST_ERRORS) continue;
    const message = `There are more than ${MOST_ERRORS} errors; these are the first.`;
    problems.push(makeProblem('TOO_MANY_PROBLEMS', '$', message, 'Correct these, then check again.'));
    break;
  }
  return errors > 0;
}

function* findProblems(
  document: JsonObject,
  options: CheckOptions,
  told: readonly Problem[],
): Iterable<Problem> {
  yield* sizeProblems(document);
  const places = new Set(told.map((problem) => problem.path));
  for (const problem of structureProblems(document)) if (!isTold(places, problem.path)) yield problem;
  const draft = readDraft(document, options);
  for (const rule of rules) yield* rule(draft);
}

/** Whether a value that is not JSON was named already, itself or, for an empty place, as the list that has it. */
function isTold(told: ReadonlySet<string>, path: string): boolean {
  return told.has(path) || told.has(path.replace(/\[\d+\]$/, ''));
}

function unbounded(definition: WorkflowDefinition, cycle: readonly string[]): Problem {
  const index = definition.nodes.findIndex((node) => node.nodeName === cycle[0]);
  const way = [...cycle, cycle[0]].map((name) => `"${name}"`).join(' → ');
  const hint = 'Set "maxSteps" in "limits", or a limit on the hops that the loop makes.';
  return makeProblem('LOOP_UNBOUNDED', `$.nodes[${index}]`, `No limit bounds the loop ${way}.`, hint);
}
