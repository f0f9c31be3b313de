import { Bot, Plus, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/who-am-i.ts';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { texts } from '../../texts.ts';
import type { AgentChoice } from './agent-choice.ts';
import { AgentsPanel } from './agents-panel.tsx';
import { ToolsPanel } from './tools-panel.tsx';
import { useDrafts } from './use-drafts.ts';

const words = texts.agents;

export function AgentsPage() {
  const mayEdit = useMay('author');
  const [tab, setTab] = useState('agents');
  const [choice, setChoice] = useState<AgentChoice>();
  const drafts = useDrafts();
  const begin = () => {
    setTab('agents');
    setChoice({ kind: 'own', id: undefined });
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
          <AgentsPanel drafts={drafts} choice={choice} onChoose={setChoice} create={create} />
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
