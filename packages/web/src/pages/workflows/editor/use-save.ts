import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../../api/client.ts';
import { useToast } from '../../../components/toast.tsx';
import { draftOf } from '../../../document/read-draft.ts';
import { texts } from '../../../texts.ts';

const words = texts.workflows.editor;

/** Saving as a draft, publishing and deleting, each told when it is done. */
export function useSave(id: string, onSaved: (text: string) => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { show, showError } = useToast();
  const refresh = () => queries.invalidateQueries({ queryKey: ['workflows'] });

  const save = useMutation({
    mutationFn: async (text: string) => {
      const body: Record<string, unknown> = JSON.parse(text);
      const target = draftOf(body).workflowId || id;
      return {
        text,
        version: await client.putWorkflow({ params: { id: target }, query: { draft: 'true' }, body }),
      };
    },
    onSuccess: async ({ text, version }) => {
      onSaved(text);
      show({ title: words.saved(version.version) });
      await refresh();
      if (version.workflowId !== id)
        await navigate({ to: '/workflows/$workflowId', params: { workflowId: version.workflowId } });
    },
    onError: showError,
  });
  const publish = useMutation({
    mutationFn: async (version: number) =>
      await client.publishWorkflow({ params: { id, version }, query: {} }),
    onSuccess: async ({ version }) => {
      show({ title: words.published(version) });
      await refresh();
    },
    onError: showError,
  });
  const remove = useMutation({
    mutationFn: async () => await client.deleteWorkflow({ params: { id } }),
    onSuccess: async () => {
      show({ title: words.deleted });
      await navigate({ to: '/workflows', ignoreBlocker: true });
      await refresh();
    },
    onError: showError,
  });
  return { save, publish, remove };
}
