import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Bot,
  Keyboard,
  type LucideIcon,
  MessageSquare,
  MessageSquarePlus,
  Moon,
  Route,
  Sun,
  Workflow,
} from 'lucide-react';
import { client } from '../../api/client.ts';
import { agentList, workflowList } from '../../api/workflows.ts';
import { texts } from '../../texts.ts';
import { useNavigation } from '../navigation.ts';
import { applyTheme } from '../theme.ts';

const words = texts.shell.palette;

export interface PaletteEntry {
  id: string;
  group: string;
  label: string;
  icon: LucideIcon;
  run: () => void;
}

/** As many as are looked through of what there may be thousands of. */
const NEWEST = { limit: 100 };

/** All that one can go to or do from anywhere. */
export function usePaletteEntries(onShortcuts: () => void): PaletteEntry[] {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { data: conversations = [] } = useQuery({
    queryKey: ['conversations', 'newest'],
    queryFn: async ({ signal }) => (await client.listConversations({ query: NEWEST }, { signal })).items,
  });
  const { data: runs = [] } = useQuery({
    queryKey: ['runs', 'newest'],
    queryFn: async ({ signal }) => (await client.listRuns({ query: NEWEST }, { signal })).items,
  });
  const { data: workflows = [] } = useQuery(workflowList);
  const { data: agents = [] } = useQuery(agentList);
  return [
    ...navigation.flat().map(({ to, label, icon }) => ({
      id: `page ${to}`,
      group: words.pages,
      label,
      icon,
      run: () => void navigate({ to }),
    })),
    ...actions(() => void navigate({ to: '/' }), onShortcuts),
    ...conversations.map(({ id, title }) => ({
      id: `conversation ${id}`,
      group: words.conversations,
      label: title ?? texts.chat.untitled,
      icon: MessageSquare,
      run: () => void navigate({ to: '/c/$conversationId', params: { conversationId: id } }),
    })),
    ...workflows.map(({ id, name }) => ({
      id: `workflow ${id}`,
      group: words.workflows,
      label: name,
      icon: Workflow,
      run: () => void navigate({ to: '/workflows/$workflowId', params: { workflowId: id } }),
    })),
    ...agents.map(({ id, name }) => ({
      id: `agent ${id}`,
      group: words.agents,
      label: name,
      icon: Bot,
      run: () => void navigate({ to: '/agents', search: { agent: id } }),
    })),
    ...runs.map(({ id, input }) => ({
      id: `run ${id}`,
      group: words.runs,
      label: input,
      icon: Route,
      run: () => void navigate({ to: '/runs/$runId', params: { runId: id } }),
    })),
  ];
}

const actions = (onNew: () => void, onShortcuts: () => void): PaletteEntry[] =>
  [
    { id: 'new', label: texts.chat.newConversation, icon: MessageSquarePlus, run: onNew },
    { id: 'shortcuts', label: words.shortcuts, icon: Keyboard, run: onShortcuts },
    { id: 'light', label: words.light, icon: Sun, run: () => applyTheme('light') },
    { id: 'dark', label: words.dark, icon: Moon, run: () => applyTheme('dark') },
  ].map((action) => ({ ...action, id: `action ${action.id}`, group: words.actions }));
