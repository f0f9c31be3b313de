import type { Page, RunFilter, RunRecord } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { isExactText } from '../exact-text.ts';
import { ofTenant } from '../pages/of-tenant.ts';
import { type Listing, readPage } from '../pages/read-page.ts';
import { isUnfinished, notCompleted, type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';
import { askedWords } from '../search/words.ts';
import { findRuns } from './find-runs.ts';
import { type OrdinalRange, ordinalsBetween } from './ordinals-between.ts';
import {
  conditionsOf,
  filterParams,
  fromFirst,
  ofConversation,
  ofFeedback,
  ofOwner,
  ofStatus,
  ofWorkflow,
  openInConversation,
  untilEnd,
} from './run-filters.ts';

const noRuns: Page<RunRecord> = { items: [], next: null };

export async function listRuns(
  queries: Queries,
  tenantId: string,
  filter: RunFilter,
): Promise<Page<RunRecord>> {
  const { conversationId, status, workflowId, ownerId, after, text, tool, errorCode, tag } = filter;
  if (!isExactText(tenantId, conversationId, status, workflowId, ownerId, after)) return noRuns;
  const range = await ordinalsBetween(queries, tenantId, filter);
  const listing = listingOf(queries, tenantId, filter, range);
  if ([text, tool, errorCode, tag].every((each) => each === undefined)) return read(queries, listing, filter);
  const facts = { tools: listed(tool), errors: listed(errorCode), tags: listed(tag) };
  const asked = askedWords(queries.dialect, { text, facts });
  return asked ? findRuns(queries, { listing, filter, asked, tenantId }) : noRuns;
}

const listed = (value: string | undefined): string[] => (value === undefined ? [] : [value]);

async function read(queries: Queries, listing: Listing, filter: RunFilter): Promise<Page<RunRecord>> {
  const { items, next } = await readPage<RunRow>(queries, listing, filter);
  return { items: items.map(toRunRecord), next };
}

function listingOf({ dialect }: Queries, tenantId: string, filter: RunFilter, range: OrdinalRange): Listing {
  const { conversationId, status } = filter;
  const conditions = conditionsOf(filter, dialect);
  const served = (
    conversationId === undefined ? [...bestIndex(filter), fromFirst, untilEnd] : [ofConversation]
  ).filter((each) => conditions.includes(each) || each === notCompleted);
  const position = conversationId !== undefined && status && isUnfinished(status) ? [openInConversation] : [];
  return {
    table: 'runs',
    columns: runColumns,
    // By position, which the index over a conversation's runs has in order.
    order: { column: conversationId === undefined ? 'ordinal' : 'position', newestFirst: true },
    indexed:
      conversationId === undefined
        ? [ofTenant, ...served]
        : [...served, 'tenant_id = $tenantId', ...position],
    filters: conditions.filter((each) => !served.includes(each)),
    params: filterParams(tenantId, filter, range),
  };
}

/** What leaves the fewest rows to look at. */
function bestIndex({ status, ownerId, workflowId, feedback }: RunFilter): string[] {
  if (feedback !== undefined) return [ofFeedback];
  if (status !== undefined && status !== 'completed') return [ofStatus, notCompleted];
  if (ownerId !== undefined) return [ofOwner];
  return workflowId === undefined ? [] : [ofWorkflow];
}
