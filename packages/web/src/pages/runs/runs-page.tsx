import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';

export function RunsPage() {
  return <Page title={texts.runs.title}>{null}</Page>;
}
