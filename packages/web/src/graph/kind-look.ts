import type { KindIcon, NodeFamily, NodeTraits } from '@cadence-agents/contracts';
import {
  Bot,
  Calculator,
  CircleHelp,
  CirclePause,
  ClipboardList,
  Clock,
  Compass,
  Database,
  DoorOpen,
  FileText,
  Filter,
  Globe,
  type LucideIcon,
  MessageSquareText,
  ScrollText,
  ShieldCheck,
  Signpost,
  Sparkles,
  Split,
  UserRound,
  Wrench,
} from 'lucide-react';

const icons = {
  bot: Bot,
  calculator: Calculator,
  'circle-pause': CirclePause,
  'clipboard-list': ClipboardList,
  clock: Clock,
  compass: Compass,
  database: Database,
  'door-open': DoorOpen,
  'file-text': FileText,
  filter: Filter,
  globe: Globe,
  'message-square-text': MessageSquareText,
  'scroll-text': ScrollText,
  'shield-check': ShieldCheck,
  signpost: Signpost,
  sparkles: Sparkles,
  split: Split,
  'user-round': UserRound,
  wrench: Wrench,
} satisfies Record<KindIcon, LucideIcon>;

const colours = {
  agent: 'var(--kind-agent)',
  router: 'var(--kind-router)',
  tools: 'var(--kind-tools)',
  human: 'var(--kind-human)',
  responder: 'var(--kind-responder)',
} satisfies Record<NodeFamily, string>;

/** How a kind is shown; one that is unknown has a look of its own. */
export function kindLook(kind: Pick<NodeTraits, 'icon' | 'family'> | undefined) {
  return kind
    ? { Icon: icons[kind.icon], colour: colours[kind.family] }
    : { Icon: CircleHelp, colour: 'var(--faint)' };
}
