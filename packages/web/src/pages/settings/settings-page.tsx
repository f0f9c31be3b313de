import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';

export function SettingsPage() {
  return <Page title={texts.settings.title}>{null}</Page>;
}
