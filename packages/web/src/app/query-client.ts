import { CadenceError } from '@cadence-agents/contracts';
import { type InfiniteData, MutationCache, onlineManager, QueryClient } from '@tanstack/react-query';
import { connection } from '../api/connection.ts';

/** What was done in one tab of this browser is shown in the others. */
const tabs = new BroadcastChannel('cadence-changes');
/** What others did. */
const LOOK_AGAIN_MS = 10_000;

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({ onSuccess: () => tabs.postMessage('changed') }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What the server refused, it refuses again.
      retry: (count, error) => !(CadenceError.is(error) && error.status < 500) && count < 2,
    },
    // Who sends something is told at once that it did not go out, and keeps it.
    mutations: { networkMode: 'always' },
  },
});

// While the server is away, what was to be read waits; when it is back, all that is shown is read again.
onlineManager.setEventListener((setOnline) => connection.subscribe(() => setOnline(connection.isUp())));

tabs.addEventListener('message', () => {
  for (const shown of ['conversations', 'runs', 'handoffs', 'workflows', 'agents', 'plugins'])
    void queryClient.invalidateQueries({ queryKey: [shown] });
});

for (const list of ['conversations', 'runs'])
  queryClient.setQueryDefaults([list, 'list'], {
    // All pages that are shown are read again, so a list that somebody has scrolled far down is left alone.
    refetchInterval: ({ state }) => (isShort(state.data) ? LOOK_AGAIN_MS : false),
  });

const isShort = (data: unknown) => !isPaged(data) || data.pages.length <= 2;
const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages);
