import type { Problem } from '@cadence-agents/contracts';
import type { Draft } from './draft.ts';

/** Looks at one aspect of a draft, and yields what is wrong with it. */
export type Rule = (draft: Draft) => Iterable<Problem>;
