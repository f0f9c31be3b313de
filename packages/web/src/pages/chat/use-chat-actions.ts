import type { ApiRun, FilePart, Tone } from '@cadence/contracts';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { useToast } from '../../components/toast.tsx';
import { runList } from '../runs/run-queries.ts';
import { forkBefore } from './fork-before.ts';

export interface NewQuestion {
  message: string;
  files: FilePart[];
  workflowId: string;
  tone: Tone;
  /** The newest run when it was asked. */
  after: string | undefined;
}

type RunPages = InfiniteData<{ items: ApiRun[]; next: string | null }, string | undefined>;

/** What can be done in a conversation. Each one that starts a run leads to the conversation it runs in. */
export function useChatActions(conversationId: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { showError } = useToast();
  const show = async (run: ApiRun) => {
    const { queryKey } = runList({ conversationId: run.conversationId });
    queries.setQueryData<RunPages>(queryKey, (known) => withRun(known, run));
    void queries.invalidateQueries({ queryKey: ['conversations'] });
    await navigate({ to: '/c/$conversationId', params: { conversationId: run.conversationId } });
  };

  const send = useMutation({
    mutationFn: ({ files, after: _, ...question }: NewQuestion) =>
      client.sendMessage(
        {
          params: { id: conversationId },
          body: { ...question, files: files.map(({ fileId }) => fileId) },
        },
        { headers: { prefer: 'respond-async', 'idempotency-key': crypto.randomUUID() } },
      ),
    onSuccess: show,
    onError: showError,
  });
  const fork = useMutation({
    mutationFn: ({ run, earlier, message }: { run: ApiRun; earlier: readonly ApiRun[]; message: string }) =>
      forkBefore(run, earlier, message),
    onSuccess: ({ run }) => show(run),
    onError: showError,
  });
  const stop = useMutation({
    mutationFn: (id: string) => client.cancelRun({ params: { id } }),
    onError: showError,
  });
  return { send, fork, stop };
}

export type ChatActions = ReturnType<typeof useChatActions>;

function withRun(known: RunPages | undefined, run: ApiRun): RunPages {
  const [first, ...rest] = known?.pages ?? [];
  const items = (first?.items ?? []).filter(({ id }) => id !== run.id);
  return {
    pages: [{ items: [run, ...items], next: first?.next ?? null }, ...rest],
    pageParams: known?.pageParams ?? [undefined],
  };
}
