import type { ApiHandoff } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageSquare, Route, UserRound } from 'lucide-react';
import { useMay } from '../../api/who-am-i.ts';
import { buttonClasses } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { draftOf } from '../../document/read-draft.ts';
import { inboxTexts } from '../../handoffs/inbox-texts.ts';
import { pinnedWorkflow, runById } from '../runs/run-queries.ts';
import { ApprovalForm } from './approval-form.tsx';
import { EarlierMessages } from './earlier-messages.tsx';
import { isApproval, titleOf } from './handoff-title.ts';
import { QuestionForm } from './question-form.tsx';

const words = inboxTexts;

export interface HandoffDetailProps {
  handoff: ApiHandoff;
  onAnswered: () => void;
}

/** What is asked, where it comes from, and a place to answer. */
export function HandoffDetail({ handoff, onAnswered }: HandoffDetailProps) {
  const mayAnswer = useMay('operator');
  const Form = isApproval(handoff) ? ApprovalForm : QuestionForm;
  return (
    <article aria-labelledby={`question-${handoff.id}`} className="flex flex-col gap-4">
      <Card>
        <div className="flex items-start gap-3">
          <UserRound aria-hidden className="mt-1 size-4.5 shrink-0 text-kind-human" />
          <div className="min-w-0 flex-1">
            <h2 id={`question-${handoff.id}`} className="text-base font-semibold break-words">
              {titleOf(handoff)}
            </h2>
            <Origin handoff={handoff} />
          </div>
        </div>
        <div className="mt-4 border-t pt-4">
          {mayAnswer === false && <p className="mb-3 text-sm text-warning">{words.needsOperator}</p>}
          <Form handoff={handoff} disabled={mayAnswer !== true} onAnswered={onAnswered} />
        </div>
      </Card>
      <Card title={words.before}>
        <EarlierMessages conversationId={handoff.conversationId} />
      </Card>
    </article>
  );
}

function Origin({ handoff: { runId, node, createdAt, conversationId } }: { handoff: ApiHandoff }) {
  const { data: run } = useQuery(runById(runId));
  const { data: workflow } = useQuery({
    ...pinnedWorkflow(run?.workflowId ?? '', run?.workflowVersion ?? null),
    enabled: run !== undefined,
  });
  const place = workflow && draftOf(workflow.definition).nodes.find(({ id }) => id === node);
  return (
    <>
      <p className="mt-0.5 text-xs text-muted">
        {run && <>{workflow?.name ?? run.workflowId} · </>}
        {place?.nodeName ?? node} · <TimeAgo time={createdAt} />
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Link to="/runs/$runId" params={{ runId }} className={buttonClasses('secondary', 'sm')}>
          <Route aria-hidden />
          {words.openRun}
        </Link>
        <Link
          to="/c/$conversationId"
          params={{ conversationId }}
          className={buttonClasses('secondary', 'sm')}
        >
          <MessageSquare aria-hidden />
          {words.openConversation}
        </Link>
      </div>
    </>
  );
}
