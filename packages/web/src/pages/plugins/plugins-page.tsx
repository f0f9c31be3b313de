import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';

export function PluginsPage() {
  return <Page title={texts.plugins.title}>{null}</Page>;
}
