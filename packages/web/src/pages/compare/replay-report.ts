import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

/** What a run does on another version of its workflow; without one, on its own. */
export const replayReport = (id: string, version: number | undefined) =>
  queryOptions({
    queryKey: ['runs', 'one', id, 'replay', version ?? 'own'],
    queryFn: ({ signal }) =>
      client.replayRun({ params: { id }, body: version === undefined ? {} : { version } }, { signal }),
    // Versions do not change, and neither does what was recorded.
    staleTime: Number.POSITIVE_INFINITY,
  });
