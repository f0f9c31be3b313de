import { useLocation, useNavigate } from '@tanstack/react-router';
import { ForRole } from '../../components/for-role.tsx';
import { Page } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { McpPanel } from './mcp/mcp-panel.tsx';
import { mcpTexts } from './mcp/mcp-texts.ts';
import { ModelsPanel } from './models/models-panel.tsx';
import { settingsTexts } from './settings-texts.ts';
import { ValuesPanel } from './values-panel.tsx';
import { valuesTexts } from './values-texts.ts';
import { YouPanel } from './you-panel.tsx';

const words = settingsTexts;

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
    id: 'mcp',
    label: words.tabs.mcp,
    content: (
      <ForRole needs="deployment" what={mcpTexts.hidden}>
        <McpPanel />
      </ForRole>
    ),
  },
  {
    id: 'values',
    label: words.tabs.values,
    content: (
      <ForRole needs="deployment" what={valuesTexts.hidden}>
        <ValuesPanel />
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
