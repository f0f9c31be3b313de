import { END_LABEL } from '@cadence-agents/contracts';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextAreaField } from '../../components/field.tsx';
import { inboxTexts } from '../../handoffs/inbox-texts.ts';
import { useAnswer } from '../../handoffs/use-answer.ts';
import type { AnswerFormProps } from './approval-form.tsx';

const words = inboxTexts;

/** A question: answered in free words, or by a choice with words to go with it. */
export function QuestionForm({ handoff, disabled, onAnswered }: AnswerFormProps) {
  const { mustChoose } = handoff;
  const choices = handoff.choices ?? [];
  const [text, setText] = useState('');
  const { mutate, isPending, variables } = useAnswer(handoff.id, onAnswered);
  const isOff = disabled || isPending;
  const said = text.trim();
  const choose = (label: string) => mutate({ text: said || label, label });
  const send = () => {
    if (!isOff && !mustChoose && said !== '') mutate({ text: said });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextAreaField
        label={mustChoose ? words.answerOptional : words.answer}
        hint={mustChoose ? undefined : words.answerHint}
        rows={4}
        value={text}
        disabled={isOff}
        onKeyDown={press}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        {choices.length > 0 && (
          <fieldset className="flex flex-wrap items-center gap-2">
            <legend className="sr-only">{words.choose}</legend>
            {choices.map((choice) => (
              <Button
                key={choice}
                look={mustChoose ? 'primary' : 'secondary'}
                busy={isPending && variables.label === choice}
                disabled={isOff}
                onClick={() => choose(choice)}
              >
                {choice === END_LABEL ? words.end : choice}
              </Button>
            ))}
          </fieldset>
        )}
        {!mustChoose && (
          <Button
            type="submit"
            look="primary"
            icon={<SendHorizontal aria-hidden />}
            busy={isPending && variables.label === undefined}
            disabled={isOff || said === ''}
          >
            {words.send}
          </Button>
        )}
      </div>
    </form>
  );
}
