import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';

export function ChatPage() {
  return <Page title={texts.chat.title}>{null}</Page>;
}
