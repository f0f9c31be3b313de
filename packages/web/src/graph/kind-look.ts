import type { NodeFamily } from '@cadence/workflow';
import {
  Bot,
  CircleHelp,
  CirclePause,
  ClipboardList,
  Compass,
  DoorOpen,
  FileText,
  type LucideIcon,
  MessageSquareText,
  ScrollText,
  ShieldCheck,
  Signpost,
  Split,
  UserRound,
  Wrench,
} from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  AGENT: Bot,
  TOOL_EXECUTOR: Wrench,
  HUMAN_HANDOFF: UserRound,
  COORDINATOR: Compass,
  CONTROL_TOOLS: Signpost,
  SUSPEND: CirclePause,
  SYNTHESIZER: MessageSquareText,
  INGRESS: DoorOpen,
  PLANNER: ClipboardList,
  TOOL_ROUTER: Split,
  VERIFIER: ShieldCheck,
  GENERATOR: FileText,
  SUMMARIZER: ScrollText,
};

const colours: Readonly<Record<NodeFamily, string>> = {
  agent: 'var(--kind-agent)',
  router: 'var(--kind-router)',
  tools: 'var(--kind-tools)',
  human: 'var(--kind-human)',
  responder: 'var(--kind-responder)',
};

export const kindIcon = (nodeType: string): LucideIcon => icons[nodeType] ?? CircleHelp;

export const familyColour = (family: NodeFamily | undefined): string =>
  family === undefined ? 'var(--faint)' : colours[family];
