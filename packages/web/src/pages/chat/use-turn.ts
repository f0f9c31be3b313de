import type { ApiRun } from '@cadence-agents/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isOpen } from '../runs/run-queries.ts';
import { type FedRun, useRunView } from '../runs/use-run-view.ts';
import { conversationHandoffs, conversationMessages } from './conversation-queries.ts';

const answerOf = ({ view }: FedRun) => view.answer.text;
const reasoningOf = ({ view }: FedRun) => view.answer.reasoning;
const statusOf = ({ view }: FedRun) => view.progress.status;

/** The stored run, or the events of one that is under way; one that was stopped has its text in the events only. */
export function useTurn(run: ApiRun, isWaiting: boolean) {
  const isStopped = run.status === 'cancelled' && run.answer === '';
  // One stream at a time: a browser has few connections to a server.
  const isLive = (isOpen(run.status) && !isWaiting) || isStopped;
  const followed = isLive ? run.id : undefined;
  const streamed = useRunView(followed, answerOf);
  const reasoning = useRunView(followed, reasoningOf);
  const told = useRunView(followed, statusOf);
  const status = isLive && told !== 'waiting' ? told : run.status;
  const queries = useQueryClient();
  const hasEnded = isOpen(run.status) && !isOpen(status);
  useEffect(() => {
    if (!hasEnded) return;
    void queries.invalidateQueries({ queryKey: ['runs', 'list'] });
    void queries.invalidateQueries({ queryKey: ['conversations'] });
  }, [hasEnded, queries]);
  useMessagesOfEnd(run);
  useAnsweredHandoffs(run.conversationId, status);
  return { followed, status, reasoning, text: isLive ? streamed : run.answer };
}

/** The list of runs, which is read again now and then, may tell the end before the stream does. */
function useMessagesOfEnd({ status, conversationId }: ApiRun) {
  const queries = useQueryClient();
  const isUnderWay = isOpen(status);
  const wasUnderWay = useRef(isUnderWay);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay)
      void queries.invalidateQueries({ queryKey: conversationMessages(conversationId).queryKey });
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay, conversationId, queries]);
}

/** Somebody else may have answered, as in the inbox. */
function useAnsweredHandoffs(conversationId: string, status: ApiRun['status']) {
  const queries = useQueryClient();
  const isAsking = status === 'awaiting_human';
  const wasAsking = useRef(isAsking);
  useEffect(() => {
    if (wasAsking.current && !isAsking)
      void queries.invalidateQueries({ queryKey: conversationHandoffs(conversationId).queryKey });
    wasAsking.current = isAsking;
  }, [isAsking, conversationId, queries]);
}
