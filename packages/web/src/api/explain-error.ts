import { CadenceError } from '@cadence-agents/contracts';
import { texts } from '../texts.ts';

export interface ExplainedError {
  title: string;
  message: string;
  hint?: string | undefined;
}

/** Anything that was thrown, in words for people. */
export function explainError(error: unknown): ExplainedError {
  if (!CadenceError.is(error))
    return {
      title: texts.errors.unexpected,
      message: error instanceof Error ? error.message : String(error),
    };
  const { message, hint, code, status } = error;
  if (code === 'SERVER_UNREACHABLE')
    return { title: texts.errors.unreachable, message: texts.errors.unreachableHint };
  return { title: status === 404 ? texts.errors.notFound : texts.errors.refused, message, hint };
}
