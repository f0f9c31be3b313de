import type { ApiWorkflowDraft, JsonValue } from '@cadence-agents/contracts';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Disclosure } from '../../../components/disclosure.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { ChangedTexts } from '../../../difference/changed-texts.tsx';
import { formatJson } from '../../../document/format-json.ts';
import { describeTexts as words } from './describe-texts.ts';

const GraphView = lazy(async () => ({ default: (await import('../../../graph/graph-view.tsx')).GraphView }));

/** What a model made of the words: the picture, the difference, and what the checker and the simulation say. */
export function Drafted({ draft, before }: { draft: ApiWorkflowDraft; before: string | undefined }) {
  const { definition, problems, mended, simulation, usage } = draft;
  const plain: JsonValue = JSON.parse(JSON.stringify(definition));
  const text = formatJson(plain);
  return (
    <div className="flex flex-col gap-3">
      <div className="h-64 overflow-hidden rounded-lg border">
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <GraphView label={words.graph} definition={definition} />
        </Suspense>
      </div>
      {problems.length === 0 ? (
        <p className="flex items-center gap-2 text-xs">
          <CircleCheck aria-hidden className="size-3.5 text-success" />
          {words.nothingWrong}
        </p>
      ) : (
        <Problems problems={problems} />
      )}
      {draft.stopped !== 'done' && <p className="text-xs text-warning">{words.stopped[draft.stopped]}</p>}
      {mended.length > 0 && (
        <p className="text-xs text-muted">
          {words.mended} {mended.map(({ title }) => title).join('; ')}.
        </p>
      )}
      {simulation && <p className="text-xs text-muted">{words.ends(simulation.ends.length)}</p>}
      <Disclosure summary={before === undefined ? words.whole : words.difference}>
        <ChangedTexts before={before ?? ''} after={text} />
      </Disclosure>
      <p className="text-2xs text-faint">
        {words.spent(draft.model, draft.rounds, usage.inputTokens + usage.outputTokens)}
      </p>
    </div>
  );
}

function Problems({ problems }: Pick<ApiWorkflowDraft, 'problems'>) {
  return (
    <div className="flex flex-col gap-1 text-xs">
      <p>{words.left(problems.length)}</p>
      <ul className="flex flex-col gap-1">
        {problems.map(({ code, path, message, severity }) => {
          const Icon = severity === 'error' ? CircleAlert : TriangleAlert;
          return (
            <li key={`${code} ${path} ${message}`} className="flex gap-2">
              <Icon
                aria-hidden
                className={`mt-px size-3.5 shrink-0 ${severity === 'error' ? 'text-danger' : 'text-warning'}`}
              />
              {message}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
