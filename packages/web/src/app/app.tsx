import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Tooltip } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { session } from '../api/session.ts';
import { ToastProvider } from '../components/toast.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { SignIn } from './sign-in.tsx';

export function App() {
  const { isRefused, key } = useSyncExternalStore(session.subscribe, session.get);
  return (
    <QueryClientProvider client={queryClient}>
      <Tooltip.Provider delayDuration={350}>
        <ToastProvider>
          {isRefused ? <SignIn wasRefused={key !== undefined} /> : <RouterProvider router={router} />}
        </ToastProvider>
      </Tooltip.Provider>
    </QueryClientProvider>
  );
}
