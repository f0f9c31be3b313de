import type { ApiModelCall } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { RotateCcw, Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Overlay } from '../../../components/overlay.tsx';
import { changesIn, draftOf, problemsIn } from './call-draft.ts';
import { CallFields } from './call-fields.tsx';
import { CallFigures, CallReply, FailedAttempts, FinishBadge } from './call-outcome.tsx';
import { callsTexts } from './calls-texts.ts';

const words = callsTexts;

export interface TryCallProps {
  runId: string;
  call: ApiModelCall;
  onClose: () => void;
}

/** A call asked anew, with changes, and what is said now beside what was said then. The run stays as it is. */
export function TryCall({ runId, call, onClose }: TryCallProps) {
  const { request, number } = call;
  const [draft, setDraft] = useState(() => draftOf(request));
  const changes = changesIn(draft, request);
  const problems = problemsIn(changes);
  const trial = useMutation({
    mutationFn: () => client.tryCall({ params: { id: runId, number }, body: changes }),
  });
  const answers = useRef<HTMLElement>(null);
  const isOver = trial.isSuccess || trial.isError;
  useEffect(() => {
    if (isOver) answers.current?.scrollIntoView({ block: 'start' });
  }, [isOver]);
  return (
    <Overlay
      open
      title={words.tryTitle(number)}
      onClose={onClose}
      className="inset-y-0 right-0 w-[min(64rem,100vw)] animate-pop border-l"
    >
      <div className="flex h-full flex-col">
        <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-4">
          <p className="text-xs text-muted">{words.tryHint}</p>
          <CallFields draft={draft} problems={problems} onChange={setDraft} />
          <section ref={answers} aria-label={words.answers} className="grid gap-4 md:grid-cols-2">
            <Side name={words.recorded} call={call} />
            {trial.data && <Side name={words.now} call={trial.data} isNew />}
            {trial.error && <ErrorState error={trial.error} />}
            {!isOver && <p className="self-center p-6 text-center text-sm text-faint">{words.notAsked}</p>}
          </section>
        </div>
        <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t px-4 py-3">
          <Button icon={<RotateCcw aria-hidden />} onClick={() => setDraft(draftOf(request))}>
            {words.asItWas}
          </Button>
          <Button
            look="primary"
            icon={<Send aria-hidden />}
            busy={trial.isPending}
            disabled={Object.keys(problems).length > 0 || draft.messages.length === 0}
            onClick={() => trial.mutate()}
          >
            {words.ask}
          </Button>
        </footer>
      </div>
    </Overlay>
  );
}

function Side({ name, call, isNew = false }: { name: string; call: ApiModelCall; isNew?: boolean }) {
  return (
    <section
      aria-label={name}
      aria-live={isNew ? 'polite' : undefined}
      className="flex min-w-0 flex-col gap-3 rounded-lg border bg-raised p-3"
    >
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="text-xs font-semibold">{name}</h3>
        <span className="text-xs break-all text-muted">{call.reply?.model ?? call.request.model}</span>
        <FinishBadge reply={call.reply} />
      </header>
      <CallFigures call={call} />
      <FailedAttempts failed={call.failed} />
      <CallReply call={call} />
    </section>
  );
}
