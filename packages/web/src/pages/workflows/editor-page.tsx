import type { JsonValue } from '@cadence/contracts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { editableWorkflow } from '../../api/workflows.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { WorkflowEditor } from './editor/workflow-editor.tsx';

export function EditorPage() {
  const { workflowId: id } = useParams({ from: '/workflows/$workflowId' });
  const { data, error, refetch } = useQuery(editableWorkflow(id));
  if (data === undefined) {
    return (
      <Page title={id}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
      </Page>
    );
  }
  const { definition, versions } = data;
  return (
    <WorkflowEditor
      key={id}
      id={id}
      definition={asJson(definition)}
      isBuiltIn={versions.length === 0}
      versions={versions}
    />
  );
}

/** Without what JSON has no word for. */
const asJson = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value ?? null));
