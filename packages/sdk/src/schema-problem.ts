import type { Problem } from '@cadence/contracts';
import type { z } from 'zod';

/** A zod issue as a finding; `$` is where the value that was parsed stands. */
export function schemaProblem(issue: z.core.$ZodIssue, code: string, root: string, hint: string): Problem {
  return { severity: 'error', code, path: jsonPath(root, issue.path), message: message(issue), hint };
}

function message(issue: z.core.$ZodIssue): string {
  const at = issue.path.at(-1);
  const what = at === undefined ? 'It' : `"${String(at)}"`;
  return `${what} is not as it must be: ${issue.message}.`;
}

function jsonPath(root: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`),
    root,
  );
}
