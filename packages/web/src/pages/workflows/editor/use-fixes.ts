import { type Fix, fixesOf } from '@cadence-agents/workflow';
import { useEffect, useState } from 'react';
import type { CheckedText, PlacedProblem } from './use-checked-document.ts';

/** Ways to mend, by problem: those that were looked at. */
export type Fixes = ReadonlyMap<PlacedProblem, readonly Fix[]>;

export const noFixes: Fixes = new Map();
/** Typing goes on meanwhile. */
const QUIET_MS = 250;
const MOST_PROBLEMS = 30;

/** Looks for ways to mend the problems, one problem at a time so that nobody waits for it. */
export function useFixes({ parsed, problems, known }: CheckedText): Fixes {
  const [found, setFound] = useState<{ for: readonly PlacedProblem[]; fixes: Fixes }>();
  useEffect(() => {
    const document = parsed.isJson ? parsed.document : undefined;
    const left = parsed.isJson ? problems.slice(0, MOST_PROBLEMS) : [];
    const fixes = new Map<PlacedProblem, readonly Fix[]>(problems.map((problem) => [problem, []]));
    let timer = setTimeout(function next() {
      const problem = left.shift();
      if (problem === undefined) return setFound({ for: problems, fixes });
      fixes.set(problem, fixesOf(problem, document, known));
      timer = setTimeout(next);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [parsed, problems, known]);
  return found?.for === problems ? found.fixes : noFixes;
}
