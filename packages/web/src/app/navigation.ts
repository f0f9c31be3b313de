import {
  Activity,
  Bot,
  ChartColumn,
  Inbox,
  type LucideIcon,
  MessageSquare,
  Plug,
  Route,
  Settings,
  Workflow,
} from 'lucide-react';
import { type Needed, useMay } from '../api/who-am-i.ts';
import { texts } from '../texts.ts';

const names = texts.shell.navigation;

/** Where the sidebar leads; pages of one group stand together. */
const navigation = [
  [
    { to: '/', label: names.chat, icon: MessageSquare },
    { to: '/runs', label: names.runs, icon: Route },
    { to: '/inbox', label: names.inbox, icon: Inbox },
  ],
  [
    { to: '/workflows', label: names.workflows, icon: Workflow },
    { to: '/agents', label: names.agents, icon: Bot },
    { to: '/plugins', label: names.plugins, icon: Plug },
  ],
  [
    { to: '/usage', label: names.usage, icon: ChartColumn },
    { to: '/operate', label: names.operate, icon: Activity, needs: 'admin' },
    { to: '/settings', label: names.settings, icon: Settings },
  ],
] as const satisfies readonly (readonly { to: string; label: string; icon: LucideIcon; needs?: Needed }[])[];

/** Those of them that are for the session. */
export function useNavigation(): NavigationItem[][] {
  const isAdmin = useMay('admin');
  return navigation.map((group) => group.filter((item) => !('needs' in item) || isAdmin === true));
}

export type NavigationItem = (typeof navigation)[number][number];
