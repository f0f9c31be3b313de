import type { ApiRun } from '@cadence-agents/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { inputClasses } from '../../components/field.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useToast } from '../../components/toast.tsx';
import { texts } from '../../texts.ts';

type Value = 'up' | 'down';

const words = texts.chat.rating;
const values = [
  { value: 'up', Icon: ThumbsUp },
  { value: 'down', Icon: ThumbsDown },
] as const;

/** What an answer is worth to whoever asked, with a few words if they like. */
export function Rating({ run }: { run: ApiRun }) {
  const [isNoting, setIsNoting] = useState(false);
  const { rate, given } = useRating(run);
  const toggle = (value: Value) => {
    const isTakenBack = given === value;
    setIsNoting(!isTakenBack);
    rate.mutate(isTakenBack ? undefined : { value });
  };
  return (
    <>
      {values.map(({ value, Icon }) => (
        <IconButton
          key={value}
          size="sm"
          label={words[value]}
          aria-pressed={given === value}
          className={given === value ? 'text-accent-ink' : ''}
          icon={<Icon aria-hidden />}
          onClick={() => toggle(value)}
        />
      ))}
      {isNoting && given !== undefined && (
        <Note
          onDone={(note) => {
            setIsNoting(false);
            if (note !== '') rate.mutate({ value: given, note });
          }}
        />
      )}
    </>
  );
}

function Note({ onDone }: { onDone: (note: string) => void }) {
  const [note, setNote] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(note.trim());
  };
  return (
    <form onSubmit={submit} className="order-last ml-1.5 flex min-w-0 basis-full items-center gap-1.5 pt-1.5">
      <input
        aria-label={words.note}
        placeholder={words.note}
        maxLength={5_000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone('')}
        className={cx(inputClasses, 'h-8 max-w-96')}
      />
      <Button size="sm" type="submit">
        {words.send}
      </Button>
    </form>
  );
}

/** What was last said is shown at once. */
function useRating(run: ApiRun) {
  const queries = useQueryClient();
  const { showError } = useToast();
  const params = { id: run.id };
  const rate = useMutation({
    mutationFn: (body: { value: Value; note?: string } | undefined) =>
      body ? client.putFeedback({ params, body }) : client.deleteFeedback({ params }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['runs'] }),
    onError: showError,
  });
  return { rate, given: rate.isPending ? rate.variables?.value : run.feedback?.value };
}
