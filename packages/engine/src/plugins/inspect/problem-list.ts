import type { Problem } from '@cadence-agents/contracts';

/** A finding that keeps a plugin from being loaded. */
export const fault = (code: string, path: string, message: string, hint: string): Problem => ({
  severity: 'error',
  code,
  path,
  message,
  hint,
});

/** A finding that its author should know of. */
export const remark = (code: string, path: string, message: string, hint: string): Problem => ({
  severity: 'warning',
  code,
  path,
  message,
  hint,
});

export const faultsIn = (problems: readonly Problem[]): Problem[] =>
  problems.filter(({ severity }) => severity === 'error');
