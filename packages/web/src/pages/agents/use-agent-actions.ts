import type { AgentDefinition } from '@cadence-agents/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { agentList } from '../../api/workflows.ts';
import { useToast } from '../../components/toast.tsx';
import { agentsTexts } from './agents-texts.ts';

const words = agentsTexts.editor;

export function useAgentActions() {
  const queries = useQueryClient();
  const { show, showError } = useToast();
  const refresh = () => queries.invalidateQueries({ queryKey: agentList.queryKey });
  const save = useMutation({
    mutationFn: (agent: AgentDefinition) => client.putAgent({ params: { id: agent.id }, body: agent }),
    onSuccess: async () => {
      await refresh();
      show({ title: words.saved });
    },
    onError: showError,
  });
  const remove = useMutation({
    mutationFn: (id: string) => client.deleteAgent({ params: { id } }),
    onSuccess: async () => {
      await refresh();
      show({ title: words.deleted });
    },
    onError: showError,
  });
  return { save, remove };
}
