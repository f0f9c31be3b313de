import { type ApiRun, type ApiStep, type Message, messageSchema } from '@cadence-agents/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextAreaField } from '../../components/field.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useToast } from '../../components/toast.tsx';
import { texts } from '../../texts.ts';
import { MessageForm } from './message-form.tsx';

const words = texts.runs;

export interface ForkDialogProps {
  run: ApiRun;
  step: ApiStep;
  /** Which of the run's steps it is. */
  number: number;
  messages: readonly Message[];
  /** Whether a node was next after the step. */
  mayGoOn: boolean;
  onClose: () => void;
}

/** A new conversation from a step, with its messages as they are or changed. */
export function ForkDialog({ run, step, number, messages, mayGoOn, onClose }: ForkDialogProps) {
  const original = JSON.stringify(messages, null, 2);
  const [json, setJson] = useState(original);
  const [message, setMessage] = useState('');
  const edited = readMessages(json);
  const fork = useFork(run);
  const submit = (goOn: boolean) =>
    fork.mutate({
      step: step.checkpointId,
      ...(goOn && { goOn }),
      ...(json !== original && edited && { messages: edited }),
      ...(message.trim() !== '' && { message: message.trim() }),
    });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={words.forkTitle(number)}
      description={words.forkHint(number)}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          {message.trim() === '' && (
            <Button
              busy={fork.isPending}
              disabled={edited === undefined || !mayGoOn}
              onClick={() => submit(true)}
            >
              {words.forkGoOn}
            </Button>
          )}
          <Button
            look="primary"
            busy={fork.isPending}
            disabled={edited === undefined}
            onClick={() => submit(false)}
          >
            {words.forkAction}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextAreaField
          label={words.forkMessage}
          hint={words.forkMessageHint}
          rows={2}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <MessageTabs json={json} edited={edited} messages={messages} onChange={setJson} />
      </div>
    </Dialog>
  );
}

interface MessageTabsProps {
  json: string;
  /** What the text stands for. */
  edited: Message[] | undefined;
  messages: readonly Message[];
  onChange: (json: string) => void;
}

/** The messages as a form, and as text. */
function MessageTabs({ json, edited, messages, onChange }: MessageTabsProps) {
  return (
    <Tabs
      label={words.forkMessages}
      tabs={[
        {
          id: 'form',
          label: words.forkForm,
          content: (
            <MessageForm
              messages={edited ?? messages}
              onChange={(next) => onChange(JSON.stringify(next, null, 2))}
            />
          ),
        },
        {
          id: 'json',
          label: words.forkJson,
          content: (
            <TextAreaField
              label={words.forkMessages}
              hideLabel
              rows={14}
              spellCheck={false}
              className="pt-3 font-mono"
              value={json}
              error={edited === undefined ? words.forkBad : undefined}
              onChange={(event) => onChange(event.target.value)}
            />
          ),
        },
      ]}
    />
  );
}

/** The messages that the text stands for, or nothing when it does not. */
function readMessages(json: string): Message[] | undefined {
  try {
    return messageSchema.array().safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

function useFork(run: ApiRun) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { showError } = useToast();
  return useMutation({
    mutationFn: (body: { step: string; messages?: Message[]; message?: string; goOn?: boolean }) =>
      client.forkRun({ params: { id: run.id }, body }),
    onSuccess: async ({ conversationId }) => {
      void queries.invalidateQueries({ queryKey: ['conversations'] });
      await navigate({ to: '/c/$conversationId', params: { conversationId } });
    },
    onError: showError,
  });
}
