import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';

export function ComparePage() {
  return <Page title={texts.compare.title}>{null}</Page>;
}
