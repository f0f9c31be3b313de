import type { ApiHandoff } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Ban, Check, PenLine, UserRound, X } from 'lucide-react';
import { whoAmI } from '../../api/who-am-i.ts';
import { Disclosure } from '../../components/disclosure.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { ChangedTexts } from '../../difference/changed-texts.tsx';
import { handoffTexts as words } from './handoff-texts.ts';

type Call = NonNullable<ApiHandoff['calls']>[number];
type Answer = NonNullable<ApiHandoff['answer']>;

/** What a person was asked for an answer, and what they said: a quiet line each, that opens. */
export function HandoffRows({ handoffs }: { handoffs: readonly ApiHandoff[] }) {
  return (
    <ul aria-label={words.title} className="flex flex-col gap-0.5">
      {handoffs.map((handoff) => (
        <li key={handoff.id}>
          <Disclosure summary={<Summary handoff={handoff} />}>
            <Asked handoff={handoff} />
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}

function Summary({ handoff }: { handoff: ApiHandoff }) {
  const { Icon, tone, said } = outcomeOf(handoff);
  const { answer, answeredAt } = handoff;
  const name = useName(answer);
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5">
      <Icon aria-hidden className={`size-3 shrink-0 ${tone}`} />
      <span className="line-clamp-2 min-w-0 wrap-anywhere">{said}</span>
      {name !== undefined && <span className="max-w-40 shrink-0 truncate text-faint">{words.by(name)}</span>}
      {answeredAt !== null && (
        <span className="shrink-0 text-faint">
          <TimeAgo time={answeredAt} />
        </span>
      )}
    </span>
  );
}

function useName(answer: Answer | null): string | undefined {
  const { data: me } = useQuery(whoAmI);
  if (!answer?.by || !me) return undefined;
  return answer.by === (me.keyId ?? 'local') ? words.you : (answer.byName ?? answer.by);
}

function outcomeOf({ status, question, calls, answer }: ApiHandoff) {
  if (status === 'cancelled' || !answer) return { Icon: Ban, tone: '', said: words.cancelled(question) };
  if (!calls || calls.length === 0) return { Icon: UserRound, tone: '', said: words.answered(question) };
  const tools = [...new Set(calls.map(({ name }) => name))].join(', ');
  if (answer.label !== 'approve') return { Icon: X, tone: 'text-danger', said: words.rejected(tools) };
  if (answer.declined || answer.results)
    return { Icon: PenLine, tone: 'text-warning', said: words.approvedPartly(tools) };
  if (answer.args) return { Icon: PenLine, tone: 'text-success', said: words.approvedChanged(tools) };
  return { Icon: Check, tone: 'text-success', said: words.approved(tools) };
}

function Asked({ handoff: { question, calls, answer } }: { handoff: ApiHandoff }) {
  // Buttons say their own name where nobody adds a word, and the answer to a question is a message of the thread.
  const said = calls && answer && answer.text !== answer.label ? answer.text : '';
  return (
    <>
      <Line name={words.asked} text={question} />
      {calls?.map((call) => (
        <AskedCall key={call.id} call={call} answer={answer} />
      ))}
      {said !== '' && <Line name={words.said} text={said} />}
    </>
  );
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <p className="text-xs break-words whitespace-pre-wrap">
      <span className="text-2xs font-medium text-muted">{name}: </span>
      {text}
    </p>
  );
}

function AskedCall({ call: { id, name, args }, answer }: { call: Call; answer: Answer | null }) {
  const changed = answer?.args?.[id];
  const declined = answer?.declined?.[id];
  const result = answer?.results?.[id];
  return (
    <>
      {changed ? (
        <section aria-label={words.changedOf(name)} className="min-w-0">
          <ChangedTexts before={JSON.stringify(args, null, 2)} after={JSON.stringify(changed, null, 2)} />
        </section>
      ) : (
        <JsonView label={words.argumentsOf(name)} value={args} />
      )}
      {declined !== undefined && <p className="text-xs break-words">{words.notRun(name, declined)}</p>}
      {result !== undefined && <JsonView label={words.result(name)} value={result} />}
    </>
  );
}
