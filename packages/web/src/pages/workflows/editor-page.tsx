import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { workflowById } from '../../api/workflows.ts';
import { Page } from '../../components/page.tsx';
import { GraphView } from '../../graph/graph-view.tsx';

export function EditorPage() {
  const { workflowId } = useParams({ from: '/workflows/$workflowId' });
  const { data } = useQuery(workflowById(workflowId));
  return (
    <Page title={workflowId} fill>
      {data && <GraphView label={workflowId} definition={data.definition} minimap />}
    </Page>
  );
}
