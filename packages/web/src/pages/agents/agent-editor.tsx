import type { AgentDefinition } from '@cadence-agents/contracts';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useMay } from '../../api/who-am-i.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type AgentDraft, agentFrom, draftOf, emptyDraft, isSameDraft, problemsOf } from './agent-draft.ts';
import { AgentFields } from './agent-fields.tsx';
import { agentsTexts } from './agents-texts.ts';
import { TryBox } from './try-box.tsx';
import { useAgentActions } from './use-agent-actions.ts';

const words = agentsTexts.editor;

export interface AgentEditorProps {
  /** As it is stored; absent for a new one. */
  saved: AgentDefinition | undefined;
  draft: AgentDraft;
  known: readonly string[];
  onChange: (draft: AgentDraft) => void;
  onDiscard: () => void;
  onSaved: (id: string) => void;
  onDeleted: () => void;
}

/** An agent's fields beside a box to try it in. */
export function AgentEditor(props: AgentEditorProps) {
  const { saved, draft, known, onChange, onDiscard, onSaved } = props;
  const mayEdit = useMay('author');
  const { save, remove } = useAgentActions();
  const problems = problemsOf(draft, saved, known);
  const isRight = Object.keys(problems).length === 0;
  const isChanged = !isSameDraft(draft, saved ? draftOf(saved) : emptyDraft);
  const agent = agentFrom(draft, saved);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && isChanged) save.mutate(agent, { onSuccess: ({ id }) => onSaved(id) });
  };
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[1fr_24rem]">
      <Card
        title={saved ? saved.name : words.newTitle}
        actions={saved && <code className="text-2xs text-faint">{saved.id}</code>}
      >
        <form onSubmit={submit} className="flex flex-col gap-3">
          {mayEdit === false && <p className="text-warning">{words.needsAuthor}</p>}
          <AgentFields
            draft={draft}
            problems={problems}
            isNew={saved === undefined}
            disabled={mayEdit !== true}
            onChange={onChange}
          />
          {mayEdit === true && (
            <div className="flex flex-wrap gap-2 border-t pt-3">
              <Button type="submit" look="primary" busy={save.isPending} disabled={!isRight || !isChanged}>
                {saved ? words.save : words.create}
              </Button>
              {isChanged && (
                <Button look="quiet" onClick={onDiscard}>
                  {words.discard}
                </Button>
              )}
              {saved && <DeleteAgent agent={saved} remove={remove} onDeleted={props.onDeleted} />}
            </div>
          )}
        </form>
      </Card>
      <TryBox agent={isRight ? agent : undefined} mayTry={mayEdit} />
    </div>
  );
}

interface DeleteAgentProps {
  agent: AgentDefinition;
  remove: ReturnType<typeof useAgentActions>['remove'];
  onDeleted: () => void;
}

function DeleteAgent({ agent, remove, onDeleted }: DeleteAgentProps) {
  const [isAsking, setIsAsking] = useState(false);
  const confirm = () =>
    remove.mutate(agent.id, { onSuccess: onDeleted, onSettled: () => setIsAsking(false) });
  return (
    <>
      <Button className="ml-auto" icon={<Trash2 aria-hidden />} onClick={() => setIsAsking(true)}>
        {words.delete}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.deleteTitle(agent.name)}
        description={words.deleteHint}
        action={words.delete}
        busy={remove.isPending}
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
