import { useQueryClient } from '@tanstack/react-query';

/** Asks again for all that depends on which plugins there are. */
export function useRefreshPlugins(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [['plugins'], ['tools'], ['workflows']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}
