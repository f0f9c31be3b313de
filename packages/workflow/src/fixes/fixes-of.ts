import { isJsonObject, type JsonObject, type Problem } from '@cadence-agents/contracts';
import { type CheckOptions, check } from '../check/check.ts';
import { completeDefinition } from '../check/complete-definition.ts';
import { readPath } from '../check/document-path.ts';
import { readDraft } from '../check/draft.ts';
import { isToldLast } from '../problem-codes.ts';
import { applyEdits } from './apply-edits.ts';
import type { Fix, Offer } from './fix.ts';
import { agentOffers } from './offers/agents.ts';
import { edgeOffers } from './offers/edges.ts';
import { fieldOffers } from './offers/fields.ts';
import { nameOffers } from './offers/names.ts';
import { routeOffers } from './offers/routes.ts';

const offers: Readonly<Record<string, Offer>> = {
  ...fieldOffers,
  ...nameOffers,
  ...agentOffers,
  ...edgeOffers,
  ...routeOffers,
};

/** More than these are not read, and each is tried. */
const MOST_TRIED = 8;

/**
 * Ways to mend a problem of a definition, the likeliest first. Each was tried: the problem is gone with it, and those
 * that bring no other error come first.
 */
export function fixesOf(problem: Problem, document: unknown, known: CheckOptions = {}): Fix[] {
  const offer = Object.hasOwn(offers, problem.code) ? offers[problem.code] : undefined;
  if (offer === undefined || !isJsonObject(document)) return [];
  const options = { ...known, policies: problem.code.startsWith('POLICY') };
  const before = check(document, options).problems;
  const draft = readDraft(completeDefinition(document), known);
  const tried = Iterator.from(offer({ problem, at: readPath(problem.path), draft }))
    .take(MOST_TRIED)
    .map((fix) => ({ fix, after: problemsWith(document, fix, options) }))
    .filter(({ after }) => countOf(problem, after) < countOf(problem, before))
    .map(({ fix, after }) => ({ fix, brought: broughtErrors(problem, before, after) }))
    .toArray();
  return tried.toSorted((a, b) => a.brought - b.brought).map(({ fix }) => fix);
}

const problemsWith = (document: JsonObject, fix: Fix, options: CheckOptions) =>
  check(applyEdits(document, fix.edits), options).problems;

/** How often the same is told; places move when something is removed before them. */
const countOf = (problem: Problem, problems: readonly Problem[]) =>
  problems.filter(({ code, message }) => code === problem.code && message === problem.message).length;

function broughtErrors(problem: Problem, before: readonly Problem[], after: readonly Problem[]): number {
  const count = (problems: readonly Problem[], wanted: string) =>
    problems.filter(({ severity, code }) => severity === 'error' && code === wanted).length;
  const isDue = (code: string) => isToldLast(problem.code) || !isToldLast(code);
  const codes = new Set(after.map(({ code }) => code).filter(isDue));

  return [...codes].reduce((sum, code) => sum + Math.max(0, count(after, code) - count(before, code)), 0);
}
