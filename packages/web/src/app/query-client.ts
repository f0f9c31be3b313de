import { CadenceError } from '@cadence/contracts';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { connection } from '../api/connection.ts';

export const queryClient = new QueryClient({
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
