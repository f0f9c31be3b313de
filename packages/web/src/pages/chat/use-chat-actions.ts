import type { ApiBranches, ApiRun, FilePart, Tone } from '@cadence-agents/contracts';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { useToast } from '../../components/toast.tsx';
import { runList } from '../runs/run-queries.ts';
import { conversationBranches } from './conversation-queries.ts';

export interface NewQuestion {
  message: string;
  files: FilePart[];
  workflowId: string;
  tone: Tone;
  model?: string;
  /** The newest run when it was asked. */
  after: string | undefined;
}

type RunPages = InfiniteData<{ items: ApiRun[]; next: string | null }, string | undefined>;

/** What can be done in a conversation. Each one that starts a run leads to the conversation it runs in. */
export function useChatActions(conversationId: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { showError } = useToast();
  const branches = conversationBranches(conversationId);
  const show = async (run: ApiRun) => {
    const { queryKey } = runList({ conversationId: run.conversationId });
    queries.setQueryData<RunPages>(queryKey, (known) => withRun(known, run));
    queries.setQueryData<ApiBranches>(
      branches.queryKey,
      (known) => known && { ...known, current: known.current && run.id },
    );
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
  const askInstead = useMutation({
    mutationFn: ({ run, message }: { run: ApiRun; message: string }) =>
      client.askInstead(
        { params: { id: run.id }, body: { message } },
        { headers: { 'idempotency-key': crypto.randomUUID() } },
      ),
    onSuccess: async (run) => {
      const { queryKey } = runList({ conversationId });
      const told = await client.listBranches({ params: { id: conversationId } });
      queries.setQueryData<RunPages>(queryKey, (known) => withRun(known, run));
      queries.setQueryData(branches.queryKey, told);
      void queries.invalidateQueries({ queryKey: ['conversations'] });
    },
    onError: showError,
  });
  const showBranch = useMutation({
    mutationFn: (runId: string) => client.showBranch({ params: { id: conversationId }, body: { runId } }),
    onSuccess: (told) => {
      queries.setQueryData(branches.queryKey, told);
      void queries.invalidateQueries({ queryKey: ['conversations', 'one', conversationId] });
    },
    onError: showError,
  });
  const stop = useMutation({
    mutationFn: (id: string) => client.cancelRun({ params: { id } }),
    onError: showError,
  });
  return { send, askInstead, showBranch, stop };
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
