import { problemSchema } from '@cadence-agents/contracts';

const problemsSchema = problemSchema.array();

/** The findings that an error carries; none when its details are something else. */
export const problemsIn = (details: unknown) => problemsSchema.safeParse(details).data ?? [];
