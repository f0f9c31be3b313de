import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { workflowList } from '../../api/workflows.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { useToast } from '../../components/toast.tsx';
import { texts } from '../../texts.ts';
import { BLANK, TemplateChoice } from './template-choice.tsx';
import { blankWorkflow, copyWorkflow, idFromName } from './templates.ts';

const words = texts.workflows;

export interface NewWorkflowDialogProps {
  onClose: () => void;
  /** What is copied; a template is chosen where it is absent. */
  source?: unknown;
}

/** Names a new workflow, stores it as a draft and opens it. */
export function NewWorkflowDialog({ onClose, source }: NewWorkflowDialogProps) {
  const [name, setName] = useState('');
  const [template, setTemplate] = useState(BLANK);
  const existing = useQuery(workflowList).data ?? [];
  const id = idFromName(name);
  const isTaken = existing.some((workflow) => workflow.id === id);
  const create = useCreate(id, name, template, source, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={source === undefined ? words.new : words.editor.copy}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button
            look="primary"
            busy={create.isPending}
            disabled={id === '' || isTaken}
            onClick={() => create.mutate()}
          >
            {words.create}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4 pb-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (id !== '' && !isTaken) create.mutate();
        }}
      >
        <TextField
          label={words.newName}
          value={name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          hint={id === '' ? undefined : words.newId(id)}
          error={isTaken ? words.idTaken(id) : undefined}
        />
        {source === undefined && (
          <TemplateChoice value={template} onChange={setTemplate} workflows={existing} />
        )}
      </form>
    </Dialog>
  );
}

function useCreate(id: string, name: string, template: string, source: unknown, onClose: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { show, showError } = useToast();
  return useMutation({
    mutationFn: async () => {
      const original = source ?? (await templateById(template));
      const body = { ...Object(copyWorkflow(original, id, name.trim())) };
      return await client.putWorkflow({ params: { id }, query: { draft: 'true' }, body });
    },
    onSuccess: async ({ workflowId }) => {
      show({ title: words.created });
      await queries.invalidateQueries({ queryKey: ['workflows'] });
      onClose();
      await navigate({ to: '/workflows/$workflowId', params: { workflowId }, ignoreBlocker: true });
    },
    onError: showError,
  });
}

async function templateById(id: string): Promise<unknown> {
  if (id === BLANK) return blankWorkflow;
  return (await client.getWorkflow({ params: { id }, query: {} })).definition;
}
