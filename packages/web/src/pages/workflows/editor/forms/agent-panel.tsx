import { type AgentDefinition, agentDefinitionSchema } from '@cadence-agents/contracts';
import { useMemo, useState } from 'react';
import type { KnownAgent } from '../../../../api/known-agents.ts';
import { useMay } from '../../../../api/who-am-i.ts';
import { Button } from '../../../../components/button.tsx';
import { Disclosure } from '../../../../components/disclosure.tsx';
import { setAgent } from '../../../../document/edit-agent.ts';
import { readDraft } from '../../../../document/read-draft.ts';
import { type AgentDraft, agentFrom, draftOf, isSameDraft, problemsOf } from '../../../agents/agent-draft.ts';
import { AgentFields } from '../../../agents/agent-fields.tsx';
import { useAgentActions } from '../../../agents/use-agent-actions.ts';
import type { Editing } from '../editing.ts';
import { formTexts } from './form-texts.ts';
import { problemAt } from './problem-at.ts';

const words = formTexts.agent;

export interface AgentPanelProps {
  /** What the node calls its agent. */
  agentId: string | undefined;
  /** The node's agent elsewhere. */
  known: KnownAgent | undefined;
  editing: Editing;
}

/** The agent of a node, edited where it is used; those of plugins and MCP servers are only told about. */
export function AgentPanel({ agentId, known, editing }: AgentPanelProps) {
  // From the text itself: the checked document follows it a moment later, and would bring back what was before.
  const agents = useMemo(() => readDraft(editing.text).agents, [editing.text]);
  const own = agents.find(({ id }) => id === agentId);
  if (own) {
    const agent = agentDefinitionSchema.safeParse(own.raw).data;
    return agent && <OwnAgent index={own.index} agent={agent} editing={editing} />;
  }
  if (known === undefined) return null;
  if (known.from === 'stored') return <StoredAgent known={known} readOnly={editing.readOnly} />;
  return (
    <p className="text-xs text-muted">
      {known.description} {words.tools(known.tools ?? [])}
    </p>
  );
}

/** What is typed goes into the definition when a field is left, as one step. */
function OwnAgent({ index, agent, editing }: { index: number; agent: AgentDefinition; editing: Editing }) {
  const { text, edit, readOnly, problems: found } = editing;
  const [typed, setTyped] = useState<AgentDraft>();
  const shown = typed ?? draftOf(agent);
  const problems = problemsOf(shown, agent, []);
  const told = { ...fieldProblems(found, index), ...problems };
  const commit = (draft: AgentDraft) => {
    if (Object.keys(problemsOf(draft, agent, [])).length > 0) return setTyped(draft);
    setTyped(undefined);
    if (!isSameDraft(draft, draftOf(agent))) edit(setAgent(text, index, agentFrom(draft, agent)));
  };
  return (
    <Disclosure summary={words.edit}>
      <p className="text-xs text-faint">{words.ofFile}</p>
      <fieldset className="flex flex-col gap-3" onBlur={() => typed && commit(typed)}>
        <AgentFields
          draft={shown}
          problems={told}
          isNew={false}
          disabled={readOnly}
          onChange={(draft) => (isTyping(draft, shown) ? setTyped(draft) : commit(draft))}
        />
      </fieldset>
    </Disclosure>
  );
}

function fieldProblems(found: Editing['problems'], index: number) {
  const at = (field: string) => problemAt(found, ['agents', index, field]);
  const told = (['systemPrompt', 'model', 'tools', 'responseSchema'] as const).flatMap((field) => {
    const problem = at(field);
    return problem === undefined ? [] : [[field, problem]];
  });
  return Object.fromEntries(told);
}

/** What is chosen, or was typed to its end, is taken at once. */
const isTyping = (draft: AgentDraft, shown: AgentDraft): boolean =>
  draft.tools === shown.tools && draft.responseSchema === shown.responseSchema;

function StoredAgent({ known, readOnly }: { known: KnownAgent; readOnly: boolean }) {
  const { from: _, ...agent } = known;
  const mayEdit = useMay('author') === true && !readOnly;
  const [typed, setTyped] = useState<AgentDraft>();
  const { save } = useAgentActions();
  const shown = typed ?? draftOf(agent);
  const problems = problemsOf(shown, agent, []);
  const isChanged = !isSameDraft(shown, draftOf(agent));
  return (
    <Disclosure summary={words.edit}>
      <p className="text-xs text-faint">{words.stored}</p>
      <div className="flex flex-col gap-3">
        <AgentFields
          draft={shown}
          problems={problems}
          isNew={false}
          disabled={!mayEdit}
          onChange={setTyped}
        />
        {isChanged && (
          <Button
            size="sm"
            className="self-start"
            busy={save.isPending}
            disabled={Object.keys(problems).length > 0}
            onClick={() => save.mutate(agentFrom(shown, agent), { onSuccess: () => setTyped(undefined) })}
          >
            {words.save}
          </Button>
        )}
      </div>
    </Disclosure>
  );
}
