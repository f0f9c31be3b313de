import type { JsonValue } from '@cadence-agents/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { workflowList } from '../../api/workflows.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { useToast } from '../../components/toast.tsx';
import { texts } from '../../texts.ts';
import { DescribeDialog } from './describe/describe-dialog.tsx';
import { describeTexts } from './describe/describe-texts.ts';
import { copyWorkflow, idFromName } from './templates/copy-workflow.ts';
import { BLANK, TemplateChoice, templateOf } from './templates/template-choice.tsx';

const words = texts.workflows;

export interface NewWorkflowDialogProps {
  onClose: () => void;
  /** What is copied; a template is chosen where it is absent. */
  source?: unknown;
}

/** Names a new workflow, stores it as a draft and opens it. */
export function NewWorkflowDialog({ onClose, source: copied }: NewWorkflowDialogProps) {
  const [name, setName] = useState('');
  const [described, setDescribed] = useState<JsonValue>();
  const [isDescribing, setIsDescribing] = useState(false);
  const source = copied ?? described;
  const [template, setTemplate] = useState(BLANK);
  const existing = useQuery(workflowList).data ?? [];
  const id = idFromName(name);
  const isTaken = existing.some((workflow) => workflow.id === id);
  const create = useCreate(id, name, template, source, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={copied === undefined ? words.new : words.editor.copy}
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
        {copied === undefined && (
          <Button
            size="sm"
            className="self-start"
            icon={<Sparkles aria-hidden />}
            onClick={() => setIsDescribing(true)}
          >
            {described === undefined ? describeTexts.open : describeTexts.fromWords}
          </Button>
        )}
        {source === undefined && (
          <TemplateChoice value={template} onChange={setTemplate} workflows={existing} />
        )}
      </form>
      {isDescribing && (
        <DescribeDialog
          onAccept={(made) => {
            setDescribed(made);
            setIsDescribing(false);
          }}
          onClose={() => setIsDescribing(false)}
        />
      )}
    </Dialog>
  );
}

function useCreate(id: string, name: string, template: string, source: unknown, onClose: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { show, showError } = useToast();
  return useMutation({
    mutationFn: async () => {
      const original = source ?? (await sourceOf(template));
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

const sourceOf = async (choice: string): Promise<unknown> =>
  templateOf(choice) ?? (await client.getWorkflow({ params: { id: choice }, query: {} })).definition;
