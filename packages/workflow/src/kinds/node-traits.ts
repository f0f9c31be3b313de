/**
 * What kinds of one family share: agents call a model, routers decide who is next, tools execute calls, people answer,
 * responders write the answer.
 */
export type NodeFamily = 'agent' | 'router' | 'tools' | 'human' | 'responder';

/** What routing asks about a node type. */
export interface NodeTraits {
  nodeType: string;
  title: string;
  summary: string;
  family: NodeFamily;
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
}
