import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';

export function InboxPage() {
  return <Page title={texts.inbox.title}>{null}</Page>;
}
