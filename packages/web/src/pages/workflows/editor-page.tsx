import type { JsonValue } from '@cadence/contracts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { workflowById, workflowVersions } from '../../api/workflows.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { WorkflowEditor } from './editor/workflow-editor.tsx';

export function EditorPage() {
  const { workflowId: id } = useParams({ from: '/workflows/$workflowId' });
  const workflow = useQuery(workflowById(id));
  const isBuiltIn = workflow.data?.from === 'built in';
  const versions = useQuery({ ...workflowVersions(id), enabled: workflow.isSuccess && !isBuiltIn });
  const error = workflow.error ?? versions.error;
  if (error) {
    const retry = () => void Promise.all([workflow.refetch(), versions.refetch()]);
    return (
      <Page title={id}>
        <ErrorState error={error} onRetry={retry} />
      </Page>
    );
  }
  if (!workflow.data || (!isBuiltIn && !versions.data)) {
    return (
      <Page title={id}>
        <SkeletonRows />
      </Page>
    );
  }
  // A draft is what one was working on last.
  const definition: unknown = versions.data?.[0]?.definition ?? workflow.data.definition;
  return (
    <WorkflowEditor
      key={id}
      id={id}
      definition={asJson(definition)}
      isBuiltIn={isBuiltIn}
      versions={versions.data ?? []}
    />
  );
}

/** Without what JSON has no word for. */
const asJson = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value ?? null));
