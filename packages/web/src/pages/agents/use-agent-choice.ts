import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AgentChoice } from './agent-choice.ts';

/** As nodes name the agent of a plugin. */
const OF_PLUGIN = 'plugin:';

/** The agent that is looked at: the one in the address, so that it can be linked to, or a new one. */
export function useAgentChoice(): [AgentChoice | undefined, (choice: AgentChoice | undefined) => void] {
  const { agent } = useSearch({ from: '/agents' });
  const navigate = useNavigate({ from: '/agents' });
  const [begunAt, setBegunAt] = useState<{ agent: string | undefined }>();
  // Somebody may go to another one meanwhile.
  const isNew = begunAt !== undefined && begunAt.agent === agent;
  const choose = (choice: AgentChoice | undefined) => {
    const begins = choice?.kind === 'own' && choice.id === undefined;
    setBegunAt(begins ? { agent } : undefined);
    const next = choice?.id === undefined ? undefined : nameOf(choice);
    // What was saved is looked at already, and whoever has left is not called back.
    if (!begins && next !== agent) void navigate({ search: next === undefined ? {} : { agent: next } });
  };
  return [isNew ? { kind: 'own', id: undefined } : agent === undefined ? undefined : choiceOf(agent), choose];
}

const nameOf = ({ kind, id = '' }: AgentChoice) => (kind === 'plugin' ? `${OF_PLUGIN}${id}` : id);

const choiceOf = (agent: string): AgentChoice =>
  agent.startsWith(OF_PLUGIN)
    ? { kind: 'plugin', id: agent.slice(OF_PLUGIN.length) }
    : { kind: 'own', id: agent };
