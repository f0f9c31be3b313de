import { useState } from 'react';
import type { AgentDraft } from './agent-draft.ts';

export interface Drafts {
  get(id: string): AgentDraft | undefined;
  set(id: string, draft: AgentDraft | undefined): void;
}

/** What was typed and not saved yet, by agent; it outlives a look at another one. */
export function useDrafts(): Drafts {
  const [drafts, setDrafts] = useState<Readonly<Record<string, AgentDraft | undefined>>>({});
  return {
    get: (id) => drafts[id],
    set: (id, draft) => setDrafts((known) => ({ ...known, [id]: draft })),
  };
}
