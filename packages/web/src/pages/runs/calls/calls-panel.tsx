import { CadenceError } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { modelCalls } from '../run-queries.ts';
import { callBefore } from './call-before.ts';
import { CallDetail } from './call-detail.tsx';
import { CallList } from './call-list.tsx';
import { callsTexts } from './calls-texts.ts';

const words = callsTexts;

/** Every call that a run made to a model, as it was sent. */
export default function CallsPanel({ runId }: { runId: string }) {
  const { data, error, refetch } = useQuery(modelCalls(runId));
  const [chosen, setChosen] = useState(1);
  if (CadenceError.is(error) && error.code === 'RUN_NOT_RECORDED')
    return <p className="p-4 text-sm text-muted">{words.notRecorded}</p>;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} />;
  const { items: calls, divergence } = data;
  const call = calls.find(({ number }) => number === chosen) ?? calls[0];
  if (call === undefined) return <p className="p-4 text-sm text-muted">{words.none}</p>;
  return (
    <>
      {divergence && (
        <p role="status" className="border-b bg-warning-soft px-4 py-2 text-xs text-warning">
          {words.onlySoFar} {divergence.message}
        </p>
      )}
      <div className="grid min-w-0 md:grid-cols-[17rem_minmax(0,1fr)]">
        <CallList calls={calls} chosen={call.number} onChoose={setChosen} />
        <CallDetail key={call.number} runId={runId} call={call} before={callBefore(calls, call)} />
      </div>
    </>
  );
}
