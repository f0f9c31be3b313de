import type { HandoffAnswer } from '@cadence-agents/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { waitingHandoffs } from '../api/waiting-handoffs.ts';
import { useToast } from '../components/toast.tsx';

/** Answers a hand-off; afterwards it is no longer among those that wait. */
export function useAnswer(id: string, onAnswered?: () => void) {
  const queries = useQueryClient();
  const { showError } = useToast();
  return useMutation({
    mutationFn: (body: HandoffAnswer) => client.answerHandoff({ params: { id }, body }),
    onSuccess: async () => {
      onAnswered?.();
      await Promise.all(
        [waitingHandoffs.queryKey, ['runs'], ['conversations']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error) => {
      showError(error);
      // Somebody else may have been faster.
      void queries.invalidateQueries({ queryKey: waitingHandoffs.queryKey });
    },
  });
}
