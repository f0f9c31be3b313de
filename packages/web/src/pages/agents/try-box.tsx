import type { AgentDefinition } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { FlaskConical, SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { TextAreaField } from '../../components/field.tsx';
import { useToast } from '../../components/toast.tsx';
import { agentsTexts } from './agents-texts.ts';
import { TriedRun } from './tried-run.tsx';

const words = agentsTexts.try;

export interface TryBoxProps {
  /** `undefined` while it has problems. */
  agent: AgentDefinition | undefined;
  mayTry: boolean | undefined;
}

/** Sends a message to the agent alone and shows what it does. */
export function TryBox({ agent, mayTry }: TryBoxProps) {
  const [message, setMessage] = useState('');
  const { showError } = useToast();
  const tried = useMutation({
    mutationFn: (body: { agent: AgentDefinition; message: string }) => client.tryAgent({ body }),
    onSuccess: () => setMessage(''),
    onError: showError,
  });
  const isReady = agent !== undefined && message.trim() !== '' && mayTry === true && !tried.isPending;
  const send = () => {
    if (isReady) tried.mutate({ agent, message: message.trim() });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <Card
      className="xl:sticky xl:top-4"
      title={
        <span className="flex items-center gap-2">
          <FlaskConical aria-hidden className="size-4 text-accent" />
          {words.title}
        </span>
      }
    >
      <form onSubmit={submit} className="flex flex-col gap-2">
        <TextAreaField
          label={words.message}
          hint={mayTry === false ? words.needsAuthor : agent ? words.hint : words.mend}
          placeholder={words.placeholder}
          rows={2}
          value={message}
          disabled={mayTry !== true}
          onKeyDown={press}
          onChange={(event) => setMessage(event.target.value)}
        />
        <Button
          type="submit"
          className="self-start"
          icon={<SendHorizontal aria-hidden />}
          busy={tried.isPending}
          disabled={!isReady}
        >
          {words.send}
        </Button>
      </form>
      <div className="mt-3 border-t pt-3">
        {tried.data ? (
          <TriedRun key={tried.data.id} runId={tried.data.id} message={tried.data.input} />
        ) : (
          <p className="text-xs text-faint">{words.nothing}</p>
        )}
      </div>
    </Card>
  );
}
