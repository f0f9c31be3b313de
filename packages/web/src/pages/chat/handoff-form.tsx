import type { RunEventData } from '@cadence-agents/contracts';
import { UserRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useMay } from '../../api/who-am-i.ts';
import { Button } from '../../components/button.tsx';
import { TextAreaField, TextField } from '../../components/field.tsx';
import { CallEditor } from '../../handoffs/call-editor.tsx';
import { inboxTexts } from '../../handoffs/inbox-texts.ts';
import { useAnswer } from '../../handoffs/use-answer.ts';
import { useEditedArguments } from '../../handoffs/use-edited-arguments.ts';
import { texts } from '../../texts.ts';
import { type FedRun, useRunView } from '../runs/use-run-view.ts';

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
  const answer = useAnswer(asked.handoffId);
  const { calls: edited, args, isWrong } = useEditedArguments(calls, answer.error);
  const isApproval = calls.length > 0;
  const isReader = useMay('operator') === false;
  const isLocked = isReader || answer.isPending;
  const typed = {
    value: text,
    disabled: isLocked,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
  };
  const choose = (label: string) =>
    answer.mutate({ text: text.trim() || label, label, ...(args && label === 'approve' && { args }) });
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
      {edited.map((each) => (
        <CallEditor key={each.call.id} edited={each} disabled={isLocked} />
      ))}
      {isApproval ? (
        <TextField label={inboxTexts.reason} hint={inboxTexts.reasonHint} {...typed} />
      ) : (
        <TextAreaField label={texts.chat.reply} rows={2} {...typed} />
      )}
      {isReader && <p className="text-xs text-muted">{inboxTexts.needsOperator}</p>}
      <div className="flex flex-wrap gap-2">
        {choices.map((choice, index) => (
          <Button
            key={choice}
            look={index === 0 ? 'primary' : 'secondary'}
            busy={answer.isPending && answer.variables.label === choice}
            disabled={isLocked || (choice === 'approve' && isWrong)}
            onClick={() => choose(choice)}
          >
            {nameOf(choice, isApproval, args !== undefined)}
          </Button>
        ))}
        {!mustChoose && (
          <Button
            type="submit"
            look={choices.length === 0 ? 'primary' : 'secondary'}
            busy={answer.isPending && answer.variables.label === undefined}
            disabled={isReader || text.trim() === ''}
          >
            {texts.chat.replySend}
          </Button>
        )}
      </div>
    </form>
  );
}

function nameOf(choice: string, isApproval: boolean, isChanged: boolean): string {
  if (!isApproval || (choice !== 'approve' && choice !== 'reject')) return choice;
  return choice === 'approve' && isChanged ? inboxTexts.approveChanged : inboxTexts[choice];
}
