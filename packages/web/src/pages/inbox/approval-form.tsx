import type { ApiHandoff } from '@cadence-agents/contracts';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { CallEditor } from '../../handoffs/call-editor.tsx';
import { inboxTexts } from '../../handoffs/inbox-texts.ts';
import { useAnswer } from '../../handoffs/use-answer.ts';
import { useEditedArguments } from '../../handoffs/use-edited-arguments.ts';

const words = inboxTexts;
const APPROVE = 'approve';
const REJECT = 'reject';

export interface AnswerFormProps {
  handoff: ApiHandoff;
  disabled: boolean;
  onAnswered: () => void;
}

/** Calls to approve, as they are or with other arguments, or to reject. */
export function ApprovalForm({ handoff, disabled, onAnswered }: AnswerFormProps) {
  const calls = handoff.calls ?? [];
  const [reason, setReason] = useState('');
  const { mutate, isPending, variables, error } = useAnswer(handoff.id, onAnswered);
  const { calls: edited, args, isWrong } = useEditedArguments(calls, error);
  const approve = () => mutate({ text: reason.trim() || APPROVE, label: APPROVE, ...(args && { args }) });
  const reject = () => mutate({ text: reason.trim() || REJECT, label: REJECT });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{words.approvalHint}</p>
      {edited.map((each) => (
        <CallEditor key={each.call.id} edited={each} disabled={disabled || isPending} />
      ))}
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        disabled={disabled || isPending}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          icon={<Check aria-hidden />}
          busy={isPending && variables.label === APPROVE}
          disabled={disabled || isPending || isWrong}
          onClick={approve}
        >
          {args ? words.approveChanged : words.approve}
        </Button>
        <Button
          icon={<X aria-hidden />}
          busy={isPending && variables.label === REJECT}
          disabled={disabled || isPending}
          onClick={reject}
        >
          {words.reject}
        </Button>
      </div>
    </div>
  );
}
