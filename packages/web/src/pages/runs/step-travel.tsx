import type { ApiRun, ApiStep, RunEvent } from '@cadence-agents/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, GitFork } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/who-am-i.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { RunCounters } from '../../graph/run-counters.tsx';
import type { RunProgress } from '../../graph/run-progress.ts';
import { texts } from '../../texts.ts';
import { ForkDialog } from './fork-dialog.tsx';
import { progressAt, stepsOfTurn } from './progress-at.ts';
import { RunGraph } from './run-graph.tsx';
import { isOpen, runSteps, stepState } from './run-queries.ts';
import { StepState } from './step-state.tsx';

const words = texts.runs;
const LIVE_MS = 1_000;

export interface StepTravelProps {
  run: ApiRun;
  status: ApiRun['status'];
  progress: RunProgress;
  events: readonly RunEvent[];
}

/** The run at any of its steps: a slider, the graph and the state as they were then, and a fork from there. */
export function StepTravel({ run, status, progress, events }: StepTravelProps) {
  const { data: steps = [] } = useQuery({
    ...runSteps(run.id),
    refetchInterval: isOpen(status) ? LIVE_MS : false,
  });
  // None chosen: the latest, also while more are coming.
  const [chosen, setChosen] = useState<number>();
  const [isForking, setIsForking] = useState(false);
  const last = steps.length - 1;
  const at = Math.min(chosen ?? last, last);
  const step = steps[at];
  const { data: state } = useQuery({
    ...stepState(run.id, step?.checkpointId ?? ''),
    enabled: step !== undefined,
    placeholderData: keepPreviousData,
  });
  const counted = stepsOfTurn(state?.turn);
  const shown =
    chosen === undefined || at === last || counted === undefined ? progress : progressAt(events, counted);
  const go = (next: number) => setChosen(next >= last ? undefined : Math.max(0, next));
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-2">
      <Card
        flush
        className="flex min-w-0 flex-col"
        title={words.graph}
        actions={<RunCounters progress={shown} />}
      >
        <div className="h-112">
          <RunGraph
            workflowId={run.workflowId}
            version={run.workflowVersion}
            runId={run.id}
            progress={shown}
            stepNode={isOpen(status) && chosen === undefined ? undefined : (step?.node ?? undefined)}
            direction="DOWN"
          />
        </div>
        {step && <StepSlider steps={steps} at={at} onChange={go} onFork={() => setIsForking(true)} />}
      </Card>
      <StepState run={run} steps={steps} at={at} state={state} />
      {isForking && step && state && (
        <ForkDialog
          run={run}
          step={step}
          number={at + 1}
          messages={state.messages}
          mayGoOn={isUnderWay(state.turn)}
          onClose={() => setIsForking(false)}
        />
      )}
    </div>
  );
}

/** Whether a node was next. */
const isUnderWay = (turn: unknown): boolean =>
  typeof turn === 'object' && turn !== null && 'status' in turn && turn.status === 'running';

interface StepSliderProps {
  steps: readonly ApiStep[];
  at: number;
  onChange: (at: number) => void;
  onFork: () => void;
}

function StepSlider({ steps, at, onChange, onFork }: StepSliderProps) {
  const mayFork = useMay('operator');
  const last = steps.length - 1;
  const step = steps[at];
  const name = `${words.stepOf(at + 1, steps.length)}${step?.node ? `, ${step.node}` : ''}`;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-3 py-2">
      <IconButton
        size="sm"
        label={words.previousStep}
        disabled={at <= 0}
        icon={<ChevronLeft aria-hidden />}
        onClick={() => onChange(at - 1)}
      />
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={words.slider}
        aria-valuetext={name}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="min-w-24 flex-1 accent-accent"
      />
      <IconButton
        size="sm"
        label={words.nextStep}
        disabled={at >= last}
        icon={<ChevronRight aria-hidden />}
        onClick={() => onChange(at + 1)}
      />
      <span className="min-w-28 text-xs text-muted tabular-nums">{name}</span>
      {mayFork !== false && (
        <Button size="sm" icon={<GitFork aria-hidden />} onClick={onFork}>
          {words.fork}
        </Button>
      )}
    </div>
  );
}
