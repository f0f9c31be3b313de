import type { ApiHandoff, HandoffAnswer } from '@cadence/contracts';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { texts } from '../../texts.ts';
import { CallEditor } from './call-editor.tsx';
import { readArguments } from './read-arguments.ts';
import { useAnswer } from './use-answer.ts';

const words = texts.inbox;
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
  const [typed, setTyped] = useState<Readonly<Record<string, string | undefined>>>({});
  const [reason, setReason] = useState('');
  const { mutate, isPending, variables } = useAnswer(handoff, onAnswered);
  const read = calls.flatMap(({ id }) => {
    const text = typed[id];
    return text === undefined ? [] : [{ id, ...readArguments(text) }];
  });
  const isWrong = read.some(({ problem }) => problem !== undefined);
  const args: HandoffAnswer['args'] = Object.fromEntries(
    read.flatMap((one) => (one.args ? [[one.id, one.args]] : [])),
  );
  const isChanged = read.length > 0;
  const approve = () =>
    mutate({ text: reason.trim() || APPROVE, label: APPROVE, ...(isChanged && { args }) });
  const reject = () => mutate({ text: reason.trim() || REJECT, label: REJECT });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{words.approvalHint}</p>
      {calls.map((call) => (
        <CallEditor
          key={call.id}
          call={call}
          text={typed[call.id]}
          disabled={disabled || isPending}
          onChange={(text) => setTyped((known) => ({ ...known, [call.id]: text }))}
        />
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
          {isChanged ? words.approveChanged : words.approve}
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
