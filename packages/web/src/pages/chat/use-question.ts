import { type ApiRun, type Tone, toneOrDefault } from '@cadence/contracts';
import { useState } from 'react';

const DEFAULT_WORKFLOW = 'coordinator';

/** How the next message is to be answered: as the last one was, unless chosen otherwise. */
export function useQuestion(last: ApiRun | undefined) {
  const [workflowId, setWorkflowId] = useState<string>();
  const [tone, setTone] = useState<Tone>();
  return {
    options: {
      workflowId: workflowId ?? last?.workflowId ?? DEFAULT_WORKFLOW,
      tone: tone ?? last?.tone ?? toneOrDefault(undefined),
    },
    setWorkflowId,
    setTone: (chosen: string) => setTone(toneOrDefault(chosen)),
  };
}

export type Question = ReturnType<typeof useQuestion>;
