import type { ApiModel } from '@cadence-agents/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, FlaskConical } from 'lucide-react';
import { client } from '../../../api/client.ts';
import { explainError } from '../../../api/explain-error.ts';
import { modelList } from '../../../api/models.ts';
import { useMay } from '../../../api/who-am-i.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { modelsTexts } from './models-texts.ts';

const words = modelsTexts.inUse;

/** The models that the settings name: whether each can be used, and a word from it. */
export function ModelsInUse() {
  const { data, error, refetch } = useQuery(modelList);
  const mayTest = useMay('admin');
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={2} />;
  return (
    <>
      <p className="mb-3 text-muted">
        {words.about} {mayTest === false && words.needsAdmin}
      </p>
      <Card flush>
        <ul aria-label={words.caption}>
          {data.map((model) => (
            <ModelRow key={`${model.role}-${model.name}`} model={model} mayTest={mayTest === true} />
          ))}
        </ul>
      </Card>
    </>
  );
}

function ModelRow({ model, mayTest }: { model: ApiModel; mayTest: boolean }) {
  const { name, role, endpoint, problem } = model;
  const test = useMutation({ mutationFn: () => client.testModel({ body: { model: name } }) });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex flex-wrap items-center gap-2">
          <code className="truncate text-sm font-medium">{name}</code>
          <Badge>{words.roles[role]}</Badge>
          <Badge tone={problem === null ? 'success' : 'danger'}>
            {problem === null ? words.ready : words.problem}
          </Badge>
        </div>
        <p className="mt-0.5 text-xs break-words text-muted">{problem ?? endpoint ?? words.inside}</p>
        <div role="status" className="text-xs">
          {test.data && (
            <p className="mt-1 flex items-center gap-1.5 text-success">
              <CircleCheck aria-hidden className="size-3.5 shrink-0" />
              {words.answered(test.data.answer, test.data.ms)}
            </p>
          )}
          {test.error && <TestFailure error={test.error} />}
        </div>
      </div>
      {mayTest && (
        <Button
          size="sm"
          icon={<FlaskConical aria-hidden />}
          busy={test.isPending}
          aria-label={words.testOf(name)}
          onClick={() => test.mutate()}
        >
          {words.test}
        </Button>
      )}
    </li>
  );
}

function TestFailure({ error }: { error: unknown }) {
  const { message, hint } = explainError(error);
  return (
    <p className="mt-1 break-words text-danger">
      {message} {hint}
    </p>
  );
}
