import type { ApiRun, Message, PinnedReply, RunPins, TurnChange } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '../../../api/client.ts';
import type { SelectOption } from '../../../components/select.tsx';
import { useToast } from '../../../components/toast.tsx';
import { draftOf } from '../../../document/read-draft.ts';

type Definition = Record<string, unknown>;
/** What a run is given in the place of a message, by its id. */
export type MessageChange = Message | { id: string; role: 'remove' };

/** A conversation with the draft, and what it is watched and helped by. */
export function useTrial(id: string) {
  const [runs, setRuns] = useState<readonly ApiRun[]>([]);
  const [nodes, setNodes] = useState<readonly SelectOption[]>([]);
  const [model, setModel] = useState<string>();
  const watch = useWatch();
  const { showError } = useToast();
  const send = useMutation({
    mutationFn: ({ definition, message, stepwise }: Sent) =>
      client.tryWorkflow(
        {
          params: { id },
          body: {
            definition,
            message,
            conversationId: runs[0]?.conversationId,
            model,
            pauseBefore: watch.pausesFor(stepwise),
            pins: watch.given,
          },
        },
        { headers: { 'idempotency-key': crypto.randomUUID() } },
      ),
    onSuccess: (run, { definition }) => {
      setRuns((before) => [...before, run]);
      setNodes(nodesOf(definition));
    },
    onError: showError,
  });
  const goOn = useMutation({
    mutationFn: ({ runId, stepwise, messages, turn }: GoneOn) =>
      client.resumeRun({
        params: { id: runId },
        body: { text: '', pauseBefore: watch.pausesFor(stepwise), pins: watch.given, messages, turn },
      }),
    onError: showError,
  });
  const stop = useMutation({
    mutationFn: (runId: string) => client.cancelRun({ params: { id: runId } }),
    onError: showError,
  });
  return {
    runs,
    nodes,
    current: runs.at(-1),
    model,
    setModel,
    watch,
    send,
    goOn,
    stop,
    restart: () => setRuns([]),
  };
}

export type Trial = ReturnType<typeof useTrial>;

interface Sent {
  definition: Definition;
  message: string;
  /** Waits before every node. */
  stepwise: boolean;
}

interface GoneOn {
  runId: string;
  stepwise: boolean;
  messages?: MessageChange[];
  turn?: TurnChange;
}

/** Those of the definition that is being tried, to be chosen by their ids. */
const nodesOf = (definition: Definition): SelectOption[] =>
  draftOf(definition).nodes.flatMap(({ id, nodeName }) =>
    id === undefined ? [] : [{ value: id, label: nodeName ?? id }],
  );

/** Where the run waits, and what is given in it, by the names of nodes and tools. */
function useWatch() {
  const [pauses, setPauses] = useState<ReadonlySet<string>>(new Set());
  const [replies, setReplies] = useState<Readonly<Record<string, PinnedReply>>>({});
  const [results, setResults] = useState<Readonly<Record<string, string>>>({});
  return useMemo(() => {
    const given: RunPins = {
      replies: filled(replies, ({ content, toolCalls = [] }) => content !== '' || toolCalls.length > 0),
      results: { ...results },
    };
    return {
      pauses,
      replies,
      results,
      /** What a run is told of pins. */
      given,
      pausesFor: (stepwise: boolean): string[] => (stepwise ? ['*'] : [...pauses]),
      togglePause: (node: string) => setPauses((before) => toggled(before, node)),
      pinReply: (node: string, reply: PinnedReply | undefined) =>
        setReplies((before) => changed(before, node, reply)),
      pinResult: (tool: string, result: string | undefined) =>
        setResults((before) => changed(before, tool, result)),
    };
  }, [pauses, replies, results]);
}

export type Watch = ReturnType<typeof useWatch>;

function toggled(before: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(name)) after.add(name);
  return after;
}

function changed<T>(before: Readonly<Record<string, T>>, name: string, value: T | undefined) {
  const { [name]: _, ...others } = before;
  return value === undefined ? others : { ...before, [name]: value };
}

const filled = <T>(values: Readonly<Record<string, T>>, isFilled: (value: T) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)));
