import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMay, whoAmI } from '../../api/who-am-i.ts';
import { editableWorkflow, workflowLayout } from '../../api/workflows.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { placesOf } from '../../graph/kept-layout.ts';
import { WorkflowEditor } from './editor/workflow-editor.tsx';

export function EditorPage() {
  const { workflowId: id } = useParams({ from: '/workflows/$workflowId' });
  const { data, error, refetch } = useQuery(editableWorkflow(id));
  const layout = useQuery(workflowLayout(id));
  const who = useQuery(whoAmI);
  const mayEdit = useMay('author') !== false;
  if (data === undefined || layout.isPending || who.isPending) {
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
      definition={definition}
      isBuiltIn={versions.length === 0}
      mayEdit={mayEdit}
      versions={versions}
      places={layout.data ? placesOf(layout.data) : undefined}
    />
  );
}
