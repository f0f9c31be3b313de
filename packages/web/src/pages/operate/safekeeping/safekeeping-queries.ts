import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';

export const retentionState = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => client.getRetention({}, { signal }),
});

/** Newest first. */
export const backupList = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => client.listBackups({}, { signal }),
});
