import type { AgentDefinition, JsonObject } from '@cadence-agents/contracts';
import { idFromName } from '../workflows/templates/copy-workflow.ts';
import { agentsTexts } from './agents-texts.ts';

const words = agentsTexts.editor;

/** An agent as it is being typed. */
export interface AgentDraft {
  name: string;
  description: string;
  systemPrompt: string;
  model: string;
  tools: readonly string[];
  temperature: string;
  maxOutputTokens: string;
  responseSuggestion: string;
  /** JSON Schema; nothing where the answer is words alone. */
  responseSchema: JsonObject | undefined;
}

export type DraftProblems = Partial<Record<keyof AgentDraft, string>>;

export const emptyDraft: AgentDraft = {
  name: '',
  description: '',
  systemPrompt: '',
  model: '',
  tools: [],
  temperature: '',
  maxOutputTokens: '',
  responseSuggestion: '',
  responseSchema: undefined,
};

export function draftOf(agent: AgentDefinition): AgentDraft {
  return {
    name: agent.name,
    description: agent.description ?? '',
    systemPrompt: agent.systemPrompt,
    model: agent.model ?? '',
    tools: agent.tools ?? [],
    temperature: agent.temperature?.toString() ?? '',
    maxOutputTokens: agent.maxOutputTokens?.toString() ?? '',
    responseSuggestion: agent.responseSuggestion ?? '',
    responseSchema: agent.responseSchema,
  };
}

export function isSameDraft(a: AgentDraft, b: AgentDraft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What cannot be saved as it is. A new agent must not take the id of another. */
export function problemsOf(
  draft: AgentDraft,
  saved: AgentDefinition | undefined,
  known: readonly string[],
): DraftProblems {
  const id = idFromName(draft.name);
  const temperature = Number(draft.temperature);
  const most = Number(draft.maxOutputTokens);
  return {
    ...(id === '' && { name: words.nameMissing }),
    ...(saved === undefined && known.includes(id) && { name: words.idTaken(id) }),
    ...(draft.temperature.trim() !== '' &&
      !(temperature >= 0 && temperature <= 2) && { temperature: words.temperatureBad }),
    ...(draft.maxOutputTokens.trim() !== '' &&
      !(Number.isSafeInteger(most) && most > 0) && { maxOutputTokens: words.maxOutputTokensBad }),
  };
}

/** The agent that a draft without problems makes. */
export function agentFrom(draft: AgentDraft, saved: AgentDefinition | undefined): AgentDefinition {
  const { responseSchema } = draft;
  const responseSuggestion = draft.responseSuggestion.trim();
  const description = draft.description.trim();
  const model = draft.model.trim();
  return {
    id: saved?.id ?? idFromName(draft.name),
    name: draft.name.trim(),
    systemPrompt: draft.systemPrompt,
    ...(description !== '' && { description }),
    ...(model !== '' && { model }),
    ...(draft.tools.length > 0 && { tools: [...draft.tools] }),
    ...(responseSuggestion !== '' && { responseSuggestion }),
    ...(responseSchema !== undefined && { responseSchema }),
    ...(draft.temperature.trim() !== '' && { temperature: Number(draft.temperature) }),
    ...(draft.maxOutputTokens.trim() !== '' && { maxOutputTokens: Number(draft.maxOutputTokens) }),
  };
}
