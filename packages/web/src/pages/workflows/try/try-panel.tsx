import { useQuery } from '@tanstack/react-query';
import { RotateCcw, SendHorizontal, StepForward } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { modelList } from '../../../api/models.ts';
import { useMay } from '../../../api/who-am-i.ts';
import { Button } from '../../../components/button.tsx';
import { Disclosure } from '../../../components/disclosure.tsx';
import { TextAreaField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { TrialTurn } from './trial-turn.tsx';
import type { TriedDraft } from './tried-draft.ts';
import { tryTexts as words } from './try-texts.ts';
import type { Trial } from './use-trial.ts';
import { WatchList } from './watch-list.tsx';

const DEFAULT = 'default';

/** A conversation with the draft as it stands in the editor. */
export default function TryPanel({ tried, trial }: { tried: TriedDraft; trial: Trial }) {
  const { runs, watch } = trial;
  const counts = words.counts(
    watch.pauses.size,
    Object.keys(watch.replies).length + Object.keys(watch.results).length,
  );
  return (
    <section aria-label={words.title} className="flex min-h-full flex-col gap-3 p-3">
      <ModelChoice trial={trial} />
      <Disclosure summary={counts === '' ? words.watch : `${words.watch}: ${counts}`}>
        <WatchList draft={tried.draft} trial={trial} />
      </Disclosure>
      <section aria-label={words.thread} className="flex flex-1 flex-col gap-5 border-t pt-3">
        {runs.length === 0 && <p className="text-xs text-faint">{words.nothing}</p>}
        {runs.map((run) => (
          <TrialTurn key={run.id} run={run} trial={trial} />
        ))}
      </section>
      <Ask tried={tried} trial={trial} />
    </section>
  );
}

function ModelChoice({ trial }: { trial: Trial }) {
  const { data: models = [] } = useQuery(modelList);
  return (
    <div className="flex items-center gap-2">
      <Select
        label={words.model}
        className="min-w-0 flex-1"
        value={trial.model ?? DEFAULT}
        options={[
          { value: DEFAULT, label: words.defaultModel },
          ...models.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={(model) => trial.setModel(model === DEFAULT ? undefined : model)}
      />
      {trial.runs.length > 0 && (
        <Button size="sm" icon={<RotateCcw aria-hidden />} onClick={trial.restart}>
          {words.again}
        </Button>
      )}
    </div>
  );
}

function Ask({ tried, trial }: { tried: TriedDraft; trial: Trial }) {
  const [message, setMessage] = useState('');
  const mayTry = useMay('author');
  const { document, problems, isJson } = tried;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const isReady = mayTry === true && isJson && errors === 0 && message.trim() !== '' && !trial.send.isPending;
  const send = (stepwise: boolean) => {
    if (!isReady) return;
    const definition: Record<string, unknown> = { ...Object(document) };
    trial.send.mutate({ definition, message: message.trim(), stepwise }, { onSuccess: () => setMessage('') });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send(false);
  };
  return (
    <form
      onSubmit={submit}
      className="sticky bottom-0 -mx-3 -mb-3 flex flex-col gap-2 border-t bg-surface p-3"
    >
      <TextAreaField
        label={words.message}
        placeholder={words.placeholder}
        rows={2}
        value={message}
        disabled={mayTry !== true}
        hint={mayTry === false ? words.needsAuthor : errors > 0 ? words.mend(errors) : words.hint}
        onKeyDown={press}
        onChange={(event) => setMessage(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look="primary"
          icon={<SendHorizontal aria-hidden />}
          busy={trial.send.isPending}
          disabled={!isReady}
        >
          {words.send}
        </Button>
        <Button icon={<StepForward aria-hidden />} disabled={!isReady} onClick={() => send(true)}>
          {words.sendStep}
        </Button>
      </div>
    </form>
  );
}
