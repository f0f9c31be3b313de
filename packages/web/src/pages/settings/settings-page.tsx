import { useLocation, useNavigate } from '@tanstack/react-router';
import { ForRole } from '../../components/for-role.tsx';
import { Page } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { texts } from '../../texts.ts';
import { AuditPanel } from './audit-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { ModelsPanel } from './models-panel.tsx';
import { ValuesPanel } from './values-panel.tsx';
import { YouPanel } from './you-panel.tsx';

const words = texts.settings;

const tabs = [
  { id: 'you', label: words.tabs.you, content: <YouPanel /> },
  {
    id: 'keys',
    label: words.tabs.keys,
    content: (
      <ForRole needs="admin" what={words.keys.hidden}>
        <KeysPanel />
      </ForRole>
    ),
  },
  { id: 'models', label: words.tabs.models, content: <ModelsPanel /> },
  {
    id: 'values',
    label: words.tabs.values,
    content: (
      <ForRole needs="deployment" what={words.values.hidden}>
        <ValuesPanel />
      </ForRole>
    ),
  },
  {
    id: 'audit',
    label: words.tabs.audit,
    content: (
      <ForRole needs="admin" what={words.audit.hidden}>
        <AuditPanel />
      </ForRole>
    ),
  },
];

export function SettingsPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  return (
    <Page title={words.title} description={words.description}>
      <Tabs
        label={words.title}
        tabs={tabs.map((tab) => ({ ...tab, content: <div className="pt-4">{tab.content}</div> }))}
        value={tabs.some(({ id }) => id === hash) ? hash : 'you'}
        onChange={(id) => void navigate({ to: '/settings', hash: id, replace: true })}
      />
    </Page>
  );
}
