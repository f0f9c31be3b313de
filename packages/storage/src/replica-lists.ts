// Lists that are read from a server that follows the first one. What belongs to one conversation is never read from
// there: whoever has just spoken in it looks at it next.
import { CadenceError, type Store } from '@cadence-agents/contracts';

/** How long a replica that failed is left alone. */
const restMs = 5_000;

export function withReplica(store: Store, replica: Store): Store {
  let asksAgainAt = 0;
  const either = async <T>(list: (from: Store) => Promise<T>): Promise<T> => {
    if (performance.now() < asksAgainAt) return list(store);
    try {
      return await list(replica);
    } catch (error) {
      if (CadenceError.is(error) && !error.code.startsWith('STORE_')) throw error;
      // It is away, too far behind to know a table, or has cancelled the query to catch up.
      asksAgainAt = performance.now() + restMs;
      return list(store);
    }
  };
  return {
    ...store,
    conversations: {
      ...store.conversations,
      list: (...asked) => either((from) => from.conversations.list(...asked)),
    },
    runs: {
      ...store.runs,
      list: (tenantId, filter) =>
        filter?.conversationId === undefined
          ? either((from) => from.runs.list(tenantId, filter))
          : store.runs.list(tenantId, filter),
    },
    audit: { ...store.audit, list: (...asked) => either((from) => from.audit.list(...asked)) },
    usage: { ...store.usage, report: (...asked) => either((from) => from.usage.report(...asked)) },
    deployment: {
      ...store.deployment,
      async storage() {
        const [own, replicated] = await Promise.all([
          store.deployment.storage(),
          replica.deployment.storage().then(
            ({ behindMs }) => ({ answers: true, behindMs }),
            () => ({ answers: false, behindMs: null }),
          ),
        ]);
        return { ...own, replica: replicated };
      },
    },
    stopWaiting() {
      replica.stopWaiting();
      store.stopWaiting();
    },
    async close() {
      await replica.close();
      await store.close();
    },
  };
}
