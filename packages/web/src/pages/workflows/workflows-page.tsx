import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';

export function WorkflowsPage() {
  return <Page title={texts.workflows.title}>{null}</Page>;
}
