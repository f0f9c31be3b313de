import type { JsonValue } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { Sparkles, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { TextAreaField } from '../../../components/field.tsx';
import { describeTexts as words } from './describe-texts.ts';
import { DraftProgress, type ToldStep } from './draft-progress.tsx';
import { Drafted } from './drafted.tsx';

export interface DescribeDialogProps {
  /** What is to be changed; something new is written where it is absent. */
  before?: { definition: Record<string, unknown>; text: string };
  onAccept: (definition: JsonValue) => void;
  onClose: () => void;
}

/** From words to a workflow: what a model makes of them is shown, to be taken or refused. */
export function DescribeDialog({ before, onAccept, onClose }: DescribeDialogProps) {
  const [typed, setTyped] = useState('');
  const [steps, setSteps] = useState<readonly ToldStep[]>([]);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const draft = useMutation({
    mutationFn: (text: string) => {
      stop.current = new AbortController();
      const { signal } = stop.current;
      setSteps([]);
      return client.draft(
        { words: text, ...(before && { definition: before.definition }) },
        { signal, onStep: (step) => setSteps((told) => [...told, { count: told.length + 1, step }]) },
      );
    },
  });
  const wasStopped = stop.current?.signal.aborted === true;
  const made = draft.data;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={before ? words.titleChange : words.title}
      description={words.hint}
      actions={
        <>
          {draft.isPending && (
            <Button icon={<Square aria-hidden />} onClick={() => stop.current?.abort()}>
              {words.stop}
            </Button>
          )}
          {made && <Button onClick={onClose}>{words.refuse}</Button>}
          <Button
            look={made ? 'secondary' : 'primary'}
            icon={<Sparkles aria-hidden />}
            busy={draft.isPending}
            disabled={typed.trim() === ''}
            onClick={() => draft.mutate(typed.trim())}
          >
            {made ? words.again : words.write}
          </Button>
          {made && (
            <Button look="primary" onClick={() => onAccept(JSON.parse(JSON.stringify(made.definition)))}>
              {words.accept}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        <TextAreaField
          label={before ? words.wordsChange : words.words}
          placeholder={words.placeholder}
          rows={4}
          maxLength={20_000}
          value={typed}
          disabled={draft.isPending}
          onChange={(event) => setTyped(event.target.value)}
        />
        {draft.isPending && <DraftProgress steps={steps} />}
        {draft.error && wasStopped && (
          <p role="status" className="text-xs text-muted">
            {words.wasStopped}
          </p>
        )}
        {draft.error && !wasStopped && <ErrorState error={draft.error} />}
        {made && !draft.isPending && <Drafted draft={made} before={before?.text} />}
      </div>
    </Dialog>
  );
}
