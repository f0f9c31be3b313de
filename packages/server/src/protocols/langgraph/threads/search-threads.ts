import type {
  ConversationRecord,
  ConversationStatus,
  EndpointInput,
  JsonObject,
  langGraphEndpoints,
} from '@cadence-agents/contracts';
import type { Principal } from '../../../app/access/principal.ts';
import type { AppContext } from '../../../app/app-context.ts';
import { listConversations } from '../../../app/conversations.ts';
import { offsetPage } from '../offset-page.ts';
import type { ThreadStates } from '../states/thread-states.ts';
import { jsonContains } from './json-contains.ts';
import { metadataOf } from './thread-view.ts';

type Search = EndpointInput<typeof langGraphEndpoints.langGraphSearchThreads>['body'];

interface Filter {
  metadata?: JsonObject | null | undefined;
  values?: JsonObject | null | undefined;
  status?: ConversationStatus | null | undefined;
  ids?: readonly string[] | null | undefined;
}

/** As many rows as can be sorted, counted, or have their states looked at. */
const MOST_SORTED = 10_000;
const MOST_STATES = 1_000;

/** Threads that match, newest first unless another order is asked for. */
export function threadSearch(context: AppContext, states: ThreadStates) {
  const page = async (
    principal: Principal,
    { metadata, values, status, ids }: Filter,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<ConversationRecord[]> => {
    const asked = { ...(status && { status }), ...(ids && { ids: [...new Set(ids)] }) };
    let looked = 0;
    const hasValues = async (row: ConversationRecord) => {
      if (!values || looked++ >= MOST_STATES) return !values;
      return jsonContains((await states.latest(row)).values, values);
    };
    return offsetPage(
      (query) => listConversations(context, principal, { ...query, ...asked, order: 'creation' }),
      {
        limit,
        offset,
        keep: async (row) => jsonContains(metadataOf(row), metadata ?? {}) && hasValues(row),
      },
    );
  };
  return {
    async search(principal: Principal, body: Search): Promise<ConversationRecord[]> {
      const { limit, offset, sort_by: by, sort_order: order } = body;
      const wanted = { limit: limit ?? 10, offset: offset ?? 0 };
      if ((!by || by === 'created_at') && order !== 'asc') return page(principal, body, wanted);
      const all = await page(principal, body, { limit: MOST_SORTED, offset: 0 });
      const sorted = all.toSorted((a, b) => compare(keyOf(a, by), keyOf(b, by)));
      return (order === 'asc' ? sorted : sorted.reverse()).slice(wanted.offset, wanted.offset + wanted.limit);
    },
    async count(principal: Principal, filter: Filter): Promise<number> {
      return (await page(principal, filter, { limit: MOST_SORTED, offset: 0 })).length;
    },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function keyOf({ id, createdAt, updatedAt }: ConversationRecord, by: Search['sort_by']): string {
  if (by === 'thread_id') return id;
  return by === 'updated_at' || by === 'state_updated_at' ? updatedAt : createdAt;
}
