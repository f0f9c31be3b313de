import { CadenceError } from '@cadence/contracts';
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What the server refused, it refuses again.
      retry: (count, error) => !(CadenceError.is(error) && error.status < 500) && count < 2,
    },
  },
});
