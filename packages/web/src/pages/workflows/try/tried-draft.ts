import type { Problem } from '@cadence-agents/contracts';
import type { Certificate } from '@cadence-agents/workflow';
import type { Draft } from '../../../document/read-draft.ts';

/** The definition as it stands in the editor, and what the checker says of it. */
export interface TriedDraft {
  document: unknown;
  isJson: boolean;
  draft: Draft;
  problems: readonly Pick<Problem, 'severity' | 'code'>[];
  certificate: Certificate | undefined;
}
