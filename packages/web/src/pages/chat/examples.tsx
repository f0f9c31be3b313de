import { useQuery } from '@tanstack/react-query';
import { CornerDownLeft } from 'lucide-react';
import { pluginList } from '../../api/plugins.ts';
import { draftOf } from '../../document/read-draft.ts';
import { texts } from '../../texts.ts';
import { pinnedWorkflow } from '../runs/run-queries.ts';

export interface ExamplesProps {
  workflowId: string;
  onAsk: (message: string) => void;
}

/** Questions to begin with. */
export function Examples({ workflowId, onAsk }: ExamplesProps) {
  const questions = useExamples(workflowId);
  if (questions === undefined) return null;
  return (
    <section aria-label={texts.chat.examples}>
      <h3 className="mb-2 text-xs font-medium text-muted">{texts.chat.examples}</h3>
      <ul className="flex flex-col gap-1.5">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => onAsk(question)}
              className="group flex w-full items-center gap-3 rounded-lg border bg-surface px-3.5 py-2.5 text-left text-sm shadow-card transition-colors hover:border-accent hover:bg-accent-soft"
            >
              <span className="flex-1">{question}</span>
              <CornerDownLeft
                aria-hidden
                className="size-4 shrink-0 text-faint group-hover:text-accent-ink"
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MOST = 4;

/** Questions that the agents of a workflow are good for, as their plugins say; `undefined` until that is known. */
function useExamples(workflowId: string): readonly string[] | undefined {
  const { data: plugins, isError } = useQuery(pluginList);
  const { data: workflow } = useQuery(pinnedWorkflow(workflowId, null));
  if (isError) return texts.chat.exampleQuestions;
  if (!plugins || !workflow) return undefined;
  const agents = new Set(draftOf(workflow.definition).nodes.map(({ agentId }) => agentId));
  // The coordinator, which is made from the plugins, names them by their slugs alone.
  const used = plugins.filter(({ slug }) => agents.has(slug) || agents.has(`plugin:${slug}`));
  const found = inTurn(used.map(({ examples = [] }) => examples)).slice(0, MOST);
  return found.length > 0 ? found : texts.chat.exampleQuestions;
}

/** The first of each, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
