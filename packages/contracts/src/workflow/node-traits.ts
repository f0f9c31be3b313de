/**
 * What kinds of one family share: agents call a model, routers decide who is next, tools execute calls, people answer,
 * responders write the answer.
 */
export const nodeFamilies = ['agent', 'router', 'tools', 'human', 'responder'] as const;
export type NodeFamily = (typeof nodeFamilies)[number];

/** Signs a kind may choose from. The page has a picture for each, by the name that Lucide gives it. */
export const kindIcons = [
  'bot',
  'calculator',
  'circle-pause',
  'clipboard-list',
  'clock',
  'compass',
  'database',
  'door-open',
  'file-text',
  'filter',
  'globe',
  'message-square-text',
  'scroll-text',
  'shield-check',
  'signpost',
  'sparkles',
  'split',
  'user-round',
  'wrench',
] as const;
export type KindIcon = (typeof kindIcons)[number];

/** What routing, drawings and tracing ask about a node type. */
export interface NodeTraits {
  title: string;
  summary: string;
  family: NodeFamily;
  icon: KindIcon;
  /** It needs an `agentId`. */
  usesAgent: boolean;
  /** Going from it to an agent is a hop. */
  choosesRoute: boolean;
  /** Without an edge to follow, it goes back to the agent that called. */
  returnsToCaller: boolean;
  /** No label, or one that no edge serves, ends the run where there is no ALWAYS edge. */
  endsWithoutLabel: boolean;
  /** It decides from the state alone: its visit shares the step, and the checkpoint, of the node before it. */
  inline: boolean;
  /** A run that hits a limit is led here, and may visit it beyond the limit. */
  servesLimits: boolean;
  /** What its visits are in a trace: the work of an agent, or a node like any other. */
  span: 'agent' | 'node';
}

/** What the family decides, where a kind says nothing else. */
export const familyTraits = {
  agent: { icon: 'bot', choosesRoute: true, span: 'agent' },
  router: { icon: 'signpost', choosesRoute: true },
  tools: { icon: 'wrench', returnsToCaller: true },
  human: { icon: 'user-round', servesLimits: true },
  responder: { icon: 'message-square-text' },
} satisfies Record<NodeFamily, Partial<NodeTraits> & Pick<NodeTraits, 'icon'>>;
