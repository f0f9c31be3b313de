import { texts } from '../texts.ts';
import { ApiError } from './api-error.ts';

export interface ExplainedError {
  title: string;
  message: string;
  hint?: string | undefined;
  requestId?: string | undefined;
}

/** Anything that was thrown, in words for people. */
export function explainError(error: unknown): ExplainedError {
  if (error instanceof ApiError) {
    const { message, hint, requestId, status } = error;
    return { title: status === 404 ? texts.errors.notFound : texts.errors.refused, message, hint, requestId };
  }
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
    return { title: texts.errors.unreachable, message: texts.errors.unreachableHint };
  return { title: texts.errors.unexpected, message: error instanceof Error ? error.message : String(error) };
}
