import type { PageQuery } from '@cadence-agents/contracts';

/** Which page somebody asks for. */
export interface AskedPage {
  limit: number;
  /** The `next` of the page before. */
  after?: string | undefined;
}

export const asPageQuery = ({ limit, after }: AskedPage): PageQuery => ({
  limit,
  ...(after !== undefined && { after }),
});
