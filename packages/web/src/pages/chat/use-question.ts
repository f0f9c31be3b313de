import { type ApiRun, type Tone, toneOrDefault } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { chatModels } from '../../api/models.ts';

const DEFAULT_WORKFLOW = 'coordinator';

/** How the next message is to be answered: as the last one was, unless chosen otherwise. */
export function useQuestion(last: ApiRun | undefined) {
  const [workflowId, setWorkflowId] = useState<string>();
  const [tone, setTone] = useState<Tone>();
  const [model, setModel] = useState<string | null>();
  const { data: offered = [] } = useQuery(chatModels);
  const wanted = model === undefined ? last?.model : model;
  const chosen = offered.find((name) => name === wanted);
  return {
    options: {
      workflowId: workflowId ?? last?.workflowId ?? DEFAULT_WORKFLOW,
      tone: tone ?? last?.tone ?? toneOrDefault(undefined),
      ...(chosen !== undefined && { model: chosen }),
    },
    /** The models to choose from; none where the operator lists none. */
    models: offered,
    setWorkflowId,
    /** `null` for the one that the workflow has by itself. */
    setModel,
    setTone: (chosen: string) => setTone(toneOrDefault(chosen)),
  };
}

export type Question = ReturnType<typeof useQuestion>;
