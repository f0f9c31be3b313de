import { isJsonObject, type JsonObject, type Problem } from '@cadence-agents/contracts';
import { type CheckOptions, check } from '../check/check.ts';
import { isToldLast } from '../problem-codes.ts';
import { applyEdits } from './apply-edits.ts';
import { fixesOf } from './fixes-of.ts';

export interface Mended {
  /** As it is now; what was given where nothing could be mended. */
  document: unknown;
  /** What was mended, and how. */
  done: { code: string; path: string; message: string; title: string }[];
  /** What is left. */
  problems: Problem[];
}

const MOST_FIXES = 100;

/** Mends what can be mended without asking: the likeliest fix of each problem, as long as there are fewer errors for it. */
export function mend(given: unknown, known: CheckOptions = {}): Mended {
  const slices = mendInSlices(given, known);
  let slice = slices.next();
  while (!slice.done) slice = slices.next();
  return slice.value;
}

/** The same, a few milliseconds at a time. */
export function* mendInSlices(given: unknown, known: CheckOptions = {}): Generator<undefined, Mended> {
  let { problems } = check(given, known);
  if (!isJsonObject(given)) return { document: given, done: [], problems };
  let document: JsonObject = given;
  const done: Mended['done'] = [];
  const hopeless = new Set<string>();
  while (done.length < MOST_FIXES) {
    yield;
    const problem = problems.find((each) => !hopeless.has(keyOf(each)));
    if (problem === undefined) break;
    const [fix] = fixesOf(problem, document, known);
    const next = fix && applyEdits(document, fix.edits);
    const left = next && check(next, known).problems;
    if (left === undefined || next === undefined || weightOf(left) >= weightOf(problems)) {
      hopeless.add(keyOf(problem));
      continue;
    }
    const { code, path, message } = problem;
    done.push({ code, path, message, title: fix?.title ?? '' });
    document = next;
    // What could not be mended before may be now.
    hopeless.clear();
    problems = left;
  }
  return { document, done, problems };
}

const keyOf = ({ code, message, path }: Problem) => `${code} ${path} ${message}`;
/** An error weighs more than all the warnings there may be, and more than what only a definition without errors is told. */
const weightOf = (problems: readonly Problem[]) =>
  problems.reduce(
    (sum, { severity, code }) => sum + (severity === 'warning' ? 1 : isToldLast(code) ? 10_000 : 100_000_000),
    0,
  );
