import {
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
import { texts } from '../texts.ts';

const names = texts.shell.navigation;

/** Where the sidebar leads; pages of one group stand together. */
export const navigation = [
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
    { to: '/settings', label: names.settings, icon: Settings },
  ],
] as const satisfies readonly (readonly { to: string; label: string; icon: LucideIcon }[])[];

export type NavigationItem = (typeof navigation)[number][number];
