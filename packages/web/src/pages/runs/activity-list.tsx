import { useKinds } from '../../api/kinds.ts';
import { useIsConnected } from '../../api/use-connection.ts';
import '../../graph/graph.css';
import { ArrowRight, CircleAlert, LoaderCircle, Sparkles, Wrench } from 'lucide-react';
import { Fragment, memo } from 'react';
import { cx } from '../../components/cx.ts';
import { Disclosure } from '../../components/disclosure.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { kindLook } from '../../graph/kind-look.ts';
import { StoredFiles } from '../../messages/stored-files.tsx';
import { texts } from '../../texts.ts';
import { between, duration } from './duration.ts';
import { RoutingReceipt } from './routing-receipt.tsx';
import type { ModelCall, ToolUse, Visit } from './run-activity.ts';
import { usageText } from './usage-text.ts';

const words = texts.runs;

/** What a run did, node by node; a tool opens to its arguments and result, a turn-off to its reasons. */
export function ActivityList({ visits }: { visits: readonly Visit[] }) {
  if (visits.length === 0) return <p className="px-1 py-3 text-xs text-faint">{words.noneAtWork}</p>;
  return (
    <ol aria-label={words.activity} className="flex flex-col">
      {visits.map((visit, index) => (
        <VisitEntry key={visit.seq} visit={visit} isLast={index === visits.length - 1} />
      ))}
    </ol>
  );
}

const VisitEntry = memo(function VisitEntry({ visit, isLast }: { visit: Visit; isLast: boolean }) {
  const { Icon, colour } = kindLook(useKinds().find(visit.nodeType));
  const isConnected = useIsConnected();
  const isAtWork = visit.endedAt === null && isConnected;
  return (
    <li className="relative flex gap-2.5 pb-3" style={{ '--kind': colour }}>
      {!isLast && <span aria-hidden className="absolute top-6 bottom-0 left-[11px] w-px bg-line" />}
      <span
        className={cx(
          'graph-node-icon z-10 grid size-6 shrink-0 place-items-center rounded-md',
          isAtWork && 'animate-pulse',
        )}
      >
        <Icon aria-hidden className="size-3.5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1 pt-0.5">
        <div className="flex items-baseline gap-2">
          <span className="truncate text-sm font-semibold">{visit.node}</span>
          <span className="ml-auto shrink-0 text-2xs text-faint tabular-nums">
            {visit.endedAt === null
              ? texts.graph.states[isConnected ? 'active' : 'lost']
              : duration(between(visit.startedAt, visit.endedAt))}
          </span>
        </div>
        {visit.models.map((call) => (
          <ModelLine key={call.seq} call={call} />
        ))}
        {visit.tools.map((use) => (
          <Fragment key={use.seq}>
            <ToolLine use={use} />
            <StoredFiles files={use.files} />
          </Fragment>
        ))}
        <Remarks visit={visit} />
        {visit.receipt && (
          <Disclosure
            summary={
              <span className="flex min-w-0 items-center gap-1">
                <ArrowRight aria-hidden className="size-3 shrink-0" />
                <span className="truncate">{visit.receipt.to ?? words.end}</span>
                <span className="shrink-0 text-faint">· {words.why}</span>
              </span>
            }
          >
            <RoutingReceipt receipt={visit.receipt} />
          </Disclosure>
        )}
      </div>
    </li>
  );
});

function ModelLine({ call }: { call: ModelCall }) {
  const isConnected = useIsConnected();
  return (
    <p className="flex items-center gap-1 text-xs text-muted">
      {call.endedAt === null && isConnected ? (
        <LoaderCircle aria-hidden className="size-3 shrink-0 animate-spin" />
      ) : (
        <Sparkles aria-hidden className="size-3 shrink-0" />
      )}
      <span className="truncate">{call.model}</span>
      {call.endedAt !== null && !call.usage && (
        <span className="ml-auto shrink-0 text-2xs text-faint">{words.cut}</span>
      )}
      {call.usage && (
        <span className="ml-auto shrink-0 text-2xs text-faint tabular-nums">{usageText(call.usage)}</span>
      )}
    </p>
  );
}

function ToolLine({ use }: { use: ToolUse }) {
  return (
    <Disclosure
      summary={
        <span className="flex min-w-0 flex-1 items-center gap-1">
          <Wrench aria-hidden className={cx('size-3 shrink-0', use.isError && 'text-danger')} />
          <span className={cx('shrink-0 font-mono text-2xs', use.isError ? 'text-danger' : 'text-ink')}>
            {use.tool}
          </span>
          <span className="truncate text-2xs text-faint">
            {use.output ?? (use.endedAt === null ? words.running : words.cut)}
          </span>
        </span>
      }
    >
      <JsonView label={words.arguments} value={use.input} />
      {use.output !== null && <JsonView label={words.result} value={use.output} />}
    </Disclosure>
  );
}

function Remarks({ visit: { notes, question, error } }: { visit: Visit }) {
  return (
    <>
      {notes.length > 0 && (
        <p className="text-2xs text-faint">{notes.map((note) => note.replaceAll('_', ' ')).join(', ')}</p>
      )}
      {question && (
        <p className="text-xs text-warning">
          {words.asked}: {question.question}
        </p>
      )}
      {error && (
        <p className="flex items-start gap-1 text-xs break-words text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
          {error.message}
        </p>
      )}
    </>
  );
}
