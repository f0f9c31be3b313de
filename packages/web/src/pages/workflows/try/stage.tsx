import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { type Markings, type NodeMark, noMarks } from '../../../graph/markings.ts';
import type { RunProgress } from '../../../graph/run-progress.ts';
import { type FedRun, useRunView } from '../../runs/use-run-view.ts';
import { type Trial, useTrial } from './use-trial.ts';

/** What the canvas shows of trials, replays and routes that are played. */
export interface Stage {
  trial: Trial;
  /** The run that is shown, and how far it is. */
  runId: string | undefined;
  progress: RunProgress | undefined;
  marks: Markings;
  /** Shows a route in the place of the trial, until it is told `undefined`. */
  play: (progress: RunProgress | undefined) => void;
  /** Marks where recorded runs first do something else. */
  markDiffering: (nodes: readonly string[]) => void;
}

const StageContext = createContext<Stage | undefined>(undefined);

const progressOf = ({ view }: FedRun) => view.progress;

export function StageProvider({ id, children }: { id: string; children: ReactNode }) {
  const trial = useTrial(id);
  const runId = trial.current?.id;
  const live = useRunView(runId, progressOf);
  const [played, play] = useState<RunProgress>();
  const [differing, markDiffering] = useState<readonly string[]>([]);
  const { pauses, replies } = trial.watch;
  const marks = useMemo(() => {
    const found = new Map<string, NodeMark[]>();
    const add = (mark: NodeMark, names: Iterable<string>) => {
      for (const name of names) found.set(name, [...(found.get(name) ?? []), mark]);
    };
    add('pause', pauses);
    add('pin', Object.keys(replies));
    add('differs', new Set(differing));
    return { ...noMarks, nodes: found };
  }, [pauses, replies, differing]);
  const progress = played ?? (runId === undefined ? undefined : live);
  const stage = { trial, runId: played ? 'played' : runId, progress, marks, play, markDiffering };
  return <StageContext value={stage}>{children}</StageContext>;
}

export function useStage(): Stage {
  const stage = use(StageContext);
  if (!stage) throw new Error('There is no stage around the editor.');
  return stage;
}
