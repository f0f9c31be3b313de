import type { ApiModelCall } from '@cadence-agents/contracts';
import type { ReactNode } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { JsonView } from '../../../components/json-view.tsx';
import { texts } from '../../../texts.ts';
import { duration } from '../duration.ts';
import { usageText } from '../usage-text.ts';
import { callsTexts } from './calls-texts.ts';

const words = callsTexts;
const money = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});

/** How a reply came to its end. */
export function FinishBadge({ reply }: Pick<ApiModelCall, 'reply'>) {
  if (!reply) return null;
  return (
    <Badge tone={reply.finishReason === 'length' ? 'warning' : 'neutral'}>
      {words.finish(reply.finishReason)}
    </Badge>
  );
}

/** What a call took. */
export function CallFigures({ call: { reply, pieces, ms, cost } }: { call: ApiModelCall }) {
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

/** What was tried before it, in vain. */
export function FailedAttempts({ failed }: Pick<ApiModelCall, 'failed'>) {
  if (failed.length === 0) return null;
  return (
    <p className="text-xs text-warning">
      {words.failed(failed.map(({ model, code }) => `${model} (${code})`))}
    </p>
  );
}

/** What a model said. */
export function CallReply({ call: { reply, error } }: { call: ApiModelCall }) {
  return (
    <>
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
    </>
  );
}
