import type { ApiModelCall } from '@cadence-agents/contracts';
import { FlaskConical, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../api/who-am-i.ts';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { callAsCurl } from './call-as-curl.ts';
import { CallFigures, CallReply, FailedAttempts, FinishBadge } from './call-outcome.tsx';
import { CallRequest } from './call-request.tsx';
import { callsTexts } from './calls-texts.ts';
import { TryCall } from './try-call.tsx';

const words = callsTexts;

export interface CallDetailProps {
  runId: string;
  call: ApiModelCall;
  before: ApiModelCall | undefined;
}

/** One call of a model: what it was sent, what it said, and what that took. */
export function CallDetail({ runId, call, before }: CallDetailProps) {
  const [isTrying, setIsTrying] = useState(false);
  const mayTry = useMay('operator');
  return (
    <section aria-label={words.call(call.number)} className="flex min-w-0 flex-col gap-5 p-4 md:border-l">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="flex items-center gap-1.5 text-sm font-semibold">
          <Sparkles aria-hidden className="size-4 text-accent" />
          {call.reply?.model ?? call.request.model}
        </h3>
        <FinishBadge reply={call.reply} />
        <span className="ml-auto flex items-center gap-1 text-xs text-muted">
          {words.curl}
          <CopyButton text={callAsCurl(call)} label={words.copyCurl} />
        </span>
        {mayTry === true && (
          <Button size="sm" icon={<FlaskConical aria-hidden />} onClick={() => setIsTrying(true)}>
            {words.tryAgain}
          </Button>
        )}
      </header>
      <CallFigures call={call} />
      <FailedAttempts failed={call.failed} />
      <CallRequest call={call} before={before} />
      <section className="flex flex-col gap-2">
        <h4 className="text-xs font-semibold">{words.reply}</h4>
        <CallReply call={call} />
      </section>
      {isTrying && <TryCall runId={runId} call={call} onClose={() => setIsTrying(false)} />}
    </section>
  );
}
