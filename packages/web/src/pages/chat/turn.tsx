import type { ApiHandoff, ApiRun, AssistantMessage, Part } from '@cadence-agents/contracts';
import { Link } from '@tanstack/react-router';
import { ExternalLink, Link2, RotateCcw, Workflow } from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import { useMay } from '../../api/who-am-i.ts';
import { buttonClasses } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { cx } from '../../components/cx.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { MessageParts, Thoughts } from '../../messages/message-parts.tsx';
import { texts } from '../../texts.ts';
import { isOpen } from '../runs/run-queries.ts';
import { BranchPager } from './branch-pager.tsx';
import { DegradedMark } from './degraded-mark.tsx';
import { Outcome } from './outcome.tsx';
import { Rating } from './rating.tsx';
import type { MadeCall } from './sort-messages.ts';
import { useTurn } from './use-turn.ts';
import { UserBubble } from './user-bubble.tsx';
import { WorkingLine } from './working-line.tsx';

// The first visit has none of these.
const HandoffForm = lazy(async () => ({ default: (await import('./handoff-form.tsx')).HandoffForm }));
const HandoffRows = lazy(async () => ({ default: (await import('./handoff-rows.tsx')).HandoffRows }));
const ToolRows = lazy(async () => ({ default: (await import('./tool-rows.tsx')).ToolRows }));
const LiveToolRows = lazy(async () => ({ default: (await import('./tool-rows.tsx')).LiveToolRows }));

export interface TurnProps {
  run: ApiRun;
  replies: readonly string[] | undefined;
  /** The message that is the answer, once there is one. */
  said: AssistantMessage | undefined;
  /** The calls that it made, once it has ended. */
  calls: readonly MadeCall[] | undefined;
  /** What people were asked in it and need not answer any more. */
  handoffs: readonly ApiHandoff[] | undefined;
  /** Another run of the conversation comes first. */
  isWaiting: boolean;
  isLast: boolean;
  isSelected: boolean;
  onSelect: (runId: string) => void;
  /** The runs that went on from the same place, where there are several. */
  branches: readonly string[] | undefined;
  isAtRest: boolean;
  onShowBranch: (runId: string) => void;
  isAsking: boolean;
  onAskAgain: (message: string) => void;
}

/** A question and what became of it, as it happens. */
export function Turn({
  run,
  replies = [],
  said,
  calls = [],
  handoffs,
  isWaiting,
  isLast,
  isSelected,
  onSelect,
  branches,
  isAtRest,
  onShowBranch,
  isAsking,
  onAskAgain,
}: TurnProps) {
  const { followed, status, text, reasoning } = useTurn(run, isWaiting);
  const parts = said?.parts ?? [];
  return (
    <article
      id={runAnchor(run.id)}
      className="-mx-2 -mb-2 flex flex-col gap-4 px-2 pb-2 [contain-intrinsic-size:auto_20rem] [content-visibility:auto]"
    >
      <UserBubble text={run.input} parts={run.inputParts ?? []} isAsking={isAsking} onEdit={onAskAgain} />
      {branches && (
        <BranchPager runId={run.id} branches={branches} disabled={!isAtRest} onShow={onShowBranch} />
      )}
      {handoffs && (
        <Suspense>
          <HandoffRows handoffs={handoffs} />
        </Suspense>
      )}
      {replies.map((reply, index) => (
        <UserBubble key={`reply-${index.toString()}`} text={reply} />
      ))}
      <div className="group/message flex min-w-0 flex-col gap-2">
        <Suspense>
          {isOpen(status) ? (
            <LiveToolRows runId={followed} />
          ) : (
            calls.length > 0 && <ToolRows calls={calls} />
          )}
        </Suspense>
        <section
          aria-label={texts.chat.answerTo(run.position)}
          aria-live="polite"
          aria-busy={status === 'running'}
        >
          <AnswerText text={text} isGrowing={status === 'running'} />
        </section>
        <Thoughts text={isOpen(status) ? reasoning : thoughtsIn(parts)} />
        {!isOpen(status) && <MessageParts parts={parts.filter(({ type }) => type !== 'reasoning')} />}
        {isOpen(status) && <WorkingLine runId={followed} status={status} hasText={text !== ''} />}
        {status === 'awaiting_human' && (
          <Suspense>
            <HandoffForm runId={run.id} />
          </Suspense>
        )}
        <Outcome run={run} status={status} />
        <DegradedMark reasons={run.degraded} />
        {!isOpen(status) && (
          <TurnActions
            run={run}
            text={text}
            isLast={isLast}
            isSelected={isSelected}
            isAsking={isAsking}
            onSelect={onSelect}
            onAskAgain={onAskAgain}
          />
        )}
      </div>
    </article>
  );
}

/** All that was thought before it was said, as it is shown while it comes. */
const thoughtsIn = (parts: readonly Part[]) =>
  parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');

/** Where a message can be linked to. */
const runAnchor = (runId: string) => `run-${runId}`;

const AnswerText = memo(function AnswerText({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  return text === '' ? null : <Markdown text={text} isGrowing={isGrowing} />;
});

interface TurnActionsProps
  extends Pick<TurnProps, 'run' | 'isLast' | 'isSelected' | 'isAsking' | 'onSelect' | 'onAskAgain'> {
  text: string;
}

function TurnActions({ run, text, isLast, isSelected, isAsking, onSelect, onAskAgain }: TurnActionsProps) {
  const mayAsk = useMay('operator') !== false;
  return (
    <div
      className={cx(
        '-ml-1.5 flex flex-wrap items-center transition-opacity',
        !isLast &&
          'opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100',
      )}
    >
      {text !== '' && <CopyButton text={text} label={texts.chat.copyAnswer} />}
      <CopyButton
        text={`${location.origin}${location.pathname}#${runAnchor(run.id)}`}
        label={texts.chat.copyLink}
        icon={<Link2 aria-hidden />}
      />
      {text !== '' && mayAsk && <Rating run={run} />}
      {mayAsk && (
        <IconButton
          size="sm"
          label={texts.chat.retry}
          disabled={isAsking}
          icon={<RotateCcw aria-hidden />}
          onClick={() => onAskAgain(run.input)}
        />
      )}
      <IconButton
        size="sm"
        label={texts.chat.showGraph}
        aria-pressed={isSelected}
        className={isSelected ? 'text-accent-ink' : ''}
        icon={<Workflow aria-hidden />}
        onClick={() => onSelect(run.id)}
      />
      <Tooltip text={texts.chat.openRun}>
        <Link
          to="/runs/$runId"
          params={{ runId: run.id }}
          aria-label={texts.chat.openRun}
          className={cx(buttonClasses('quiet', 'sm'), 'w-7 px-0!')}
        >
          <ExternalLink aria-hidden />
        </Link>
      </Tooltip>
    </div>
  );
}
