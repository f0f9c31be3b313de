import type { JsonObject, RunEventData } from '@cadence/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { TextAreaField } from '../../components/field.tsx';
import { useToast } from '../../components/toast.tsx';
import { texts } from '../../texts.ts';
import type { FedRun } from '../runs/run-feed.ts';
import { useRunView } from '../runs/use-run-view.ts';
import { CallArguments, readArguments } from './call-arguments.tsx';

type Asked = RunEventData<'on_interrupt'>;

const eventsOf = ({ view }: FedRun) => view.events;

/** The question that a run waits with, to be answered where it was asked. */
export function HandoffForm({ runId }: { runId: string }) {
  const events = useRunView(runId, eventsOf);
  const asked = events.findLast((event) => event.type === 'on_interrupt');
  if (asked?.type !== 'on_interrupt') return null;
  return <Form key={asked.seq} asked={asked.data} />;
}

function Form({ asked }: { asked: Asked }) {
  const { question, choices = [], mustChoose = false, calls = [] } = asked;
  const [text, setText] = useState('');
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({});
  const answer = useAnswer(asked.handoffId);
  const isApproval = calls.length > 0;
  const args = calls.map(({ id, args: given }) => ({ id, args: readArguments(edited[id], given) }));
  const hasBadArguments = args.some((one) => one.args === undefined);
  const choose = (label: string) =>
    answer.mutate({
      text: text.trim() || label,
      label,
      ...(isApproval && Object.keys(edited).length > 0 && { args: changed(args, edited) }),
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mustChoose && text.trim() !== '') answer.mutate({ text: text.trim() });
  };
  return (
    <form
      onSubmit={submit}
      aria-label={isApproval ? texts.chat.approval : question}
      className="flex flex-col gap-3 rounded-xl border border-warning/40 bg-warning-soft/50 p-4"
    >
      <p className="flex items-start gap-2 text-sm font-medium">
        <UserRound aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        <span className="min-w-0 break-words">{question}</span>
      </p>
      {calls.map((call) => (
        <CallArguments
          key={call.id}
          call={call}
          text={edited[call.id]}
          onChange={(next) => setEdited((known) => ({ ...known, [call.id]: next }))}
        />
      ))}
      <TextAreaField
        label={texts.chat.reply}
        value={text}
        rows={2}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {choices.map((choice, index) => (
          <Button
            key={choice}
            look={index === 0 ? 'primary' : 'secondary'}
            busy={answer.isPending && answer.variables.label === choice}
            disabled={answer.isPending || (choice === 'approve' && hasBadArguments)}
            onClick={() => choose(choice)}
          >
            {nameOf(choice, isApproval)}
          </Button>
        ))}
        {!mustChoose && (
          <Button
            type="submit"
            look={choices.length === 0 ? 'primary' : 'secondary'}
            busy={answer.isPending && answer.variables.label === undefined}
            disabled={text.trim() === ''}
          >
            {texts.chat.replySend}
          </Button>
        )}
      </div>
    </form>
  );
}

const nameOf = (choice: string, isApproval: boolean) =>
  isApproval && (choice === 'approve' || choice === 'reject') ? texts.chat[choice] : choice;

/** Only what a person has touched is sent along. */
function changed(
  args: readonly { id: string; args: JsonObject | undefined }[],
  edited: Readonly<Record<string, string>>,
): Record<string, JsonObject> {
  return Object.fromEntries(
    args.flatMap(({ id, args: given }) => (given && edited[id] !== undefined ? [[id, given]] : [])),
  );
}

interface Answer {
  text: string;
  label?: string;
  args?: Record<string, JsonObject>;
}

function useAnswer(id: string) {
  const queries = useQueryClient();
  const { showError } = useToast();
  return useMutation({
    mutationFn: (body: Answer) => client.answerHandoff({ params: { id }, body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['handoffs'] });
      void queries.invalidateQueries({ queryKey: ['conversations'] });
    },
    onError: showError,
  });
}
