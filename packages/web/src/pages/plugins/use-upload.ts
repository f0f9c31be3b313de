import { type ApiPlugin, CadenceError } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { clientOver } from '../../api/client.ts';
import { fetchWithProgress } from '../../api/fetch-with-progress.ts';
import { useRefreshPlugins } from './use-refresh-plugins.ts';

export interface Upload {
  send(file: File): void;
  /** The file under way, or the last one. */
  fileName: string | undefined;
  /** From 0 to 1 while it is being sent; at 1 the server tries it out. */
  progress: number | undefined;
  installed: ApiPlugin | undefined;
  error: CadenceError | undefined;
}

export function useUpload(): Upload {
  const refresh = useRefreshPlugins();
  const [progress, setProgress] = useState(0);
  const { mutate, variables, isPending, data, error } = useMutation({
    mutationFn: (file: File) => clientOver(fetchWithProgress(setProgress)).upload(file, file.name),
    onMutate: () => setProgress(0),
    onSuccess: refresh,
  });
  return {
    send: mutate,
    fileName: variables?.name,
    progress: isPending ? progress : undefined,
    installed: data,
    error: error ? CadenceError.from(error) : undefined,
  };
}
