import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';

export function AgentsPage() {
  return <Page title={texts.agents.title}>{null}</Page>;
}
