import type { ApiModelCall } from '@cadence/contracts';
import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { JsonView } from '../../../components/json-view.tsx';
import { texts } from '../../../texts.ts';
import { duration } from '../duration.ts';
import { usageText } from '../usage-text.ts';
import { callAsCurl } from './call-as-curl.ts';
import { CallRequest } from './call-request.tsx';

const words = texts.runs.calls;
const money = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});

/** One call of a model: what it was sent, what it said, and what that took. */
export function CallDetail({ call, before }: { call: ApiModelCall; before: ApiModelCall | undefined }) {
  return (
    <section aria-label={words.call(call.number)} className="flex min-w-0 flex-col gap-5 p-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="flex items-center gap-1.5 text-sm font-semibold">
          <Sparkles aria-hidden className="size-4 text-accent" />
          {call.reply?.model ?? call.request.model}
        </h3>
        {call.reply && (
          <Badge tone={call.reply.finishReason === 'length' ? 'warning' : 'neutral'}>
            {words.finish(call.reply.finishReason)}
          </Badge>
        )}
        <span className="ml-auto flex items-center gap-1 text-xs text-muted">
          {words.curl}
          <CopyButton text={callAsCurl(call)} label={words.copyCurl} />
        </span>
      </header>
      <Figures call={call} />
      {call.failed.length > 0 && (
        <p className="text-xs text-warning">
          {words.failed(call.failed.map(({ model, code }) => `${model} (${code})`))}
        </p>
      )}
      <CallRequest call={call} before={before} />
      <Reply call={call} />
    </section>
  );
}

function Figures({ call: { reply, pieces, ms, cost } }: { call: ApiModelCall }) {
  const first = pieces?.waits[0];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
      <Figure name={words.tokens}>{reply ? usageText(reply.usage) : words.unknown}</Figure>
      <Figure name={words.cost}>{cost === null ? words.noPrice : money.format(cost)}</Figure>
      <Figure name={words.firstToken}>{first === undefined ? words.unknown : duration(first)}</Figure>
      <Figure name={texts.runs.duration}>{duration(ms)}</Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs font-medium text-muted">{name}</dt>
      <dd className="text-sm break-words tabular-nums">{children}</dd>
    </div>
  );
}

function Reply({ call: { reply, error } }: { call: ApiModelCall }) {
  return (
    <section className="flex flex-col gap-2">
      <h4 className="text-xs font-semibold">{words.reply}</h4>
      {error && (
        <p role="alert" className="text-sm break-words text-danger">
          {error.message} {error.hint}
        </p>
      )}
      {!reply && !error && <p className="text-sm text-faint">{words.stopped}</p>}
      {reply && reply.content !== '' && (
        <p className="rounded-lg border px-3 py-2 text-sm break-words whitespace-pre-wrap">{reply.content}</p>
      )}
      {reply?.toolCalls.map((call) => (
        <JsonView key={call.id} label={call.name} value={call.malformed ?? call.args} />
      ))}
    </section>
  );
}
