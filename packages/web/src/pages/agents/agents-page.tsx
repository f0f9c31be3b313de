import { Bot, Plus, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/who-am-i.ts';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { AgentsPanel } from './agents-panel.tsx';
import { agentsTexts } from './agents-texts.ts';
import { ToolsPanel } from './tools-panel.tsx';
import { useAgentChoice } from './use-agent-choice.ts';
import { useDrafts } from './use-drafts.ts';

const words = agentsTexts;

export function AgentsPage() {
  const mayEdit = useMay('author');
  const [tab, setTab] = useState('agents');
  const [choice, choose] = useAgentChoice();
  const drafts = useDrafts();
  const begin = () => {
    setTab('agents');
    choose({ kind: 'own', id: undefined });
  };
  const create = mayEdit === true && (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={begin}>
      {words.new}
    </Button>
  );
  const tabs = [
    {
      id: 'agents',
      label: words.tabs.agents,
      icon: <Bot aria-hidden />,
      content: (
        <div className="pt-4">
          <AgentsPanel drafts={drafts} choice={choice} onChoose={choose} create={create} />
        </div>
      ),
    },
    {
      id: 'tools',
      label: words.tabs.tools,
      icon: <Wrench aria-hidden />,
      content: (
        <div className="pt-4">
          <ToolsPanel />
        </div>
      ),
    },
  ];
  return (
    <Page title={words.title} description={words.description} actions={create}>
      <Tabs label={words.tabs.label} tabs={tabs} value={tab} onChange={setTab} />
    </Page>
  );
}
