/** What is looked at: an agent of one's own (a new one has no id yet), or one of a plugin. */
export type AgentChoice = { kind: 'own'; id: string | undefined } | { kind: 'plugin'; id: string };
