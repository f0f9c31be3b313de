import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';

export function RunPage() {
  return <Page title={texts.runs.title}>{null}</Page>;
}
