import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** The bytes of a stored file: an address alone would not carry the key of the session. */
export const fileBytes = (id: string) =>
  queryOptions({
    queryKey: ['files', id],
    queryFn: ({ signal }) => client.download(id, { signal }),
    // The same id is the same bytes.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
