import type { RunEvent, RunRecord } from '@cadence-agents/contracts';

/** Looks on while this process carries out a run; for counts and traces. */
export interface RunObserver {
  /** Gets each event once it is committed. */
  onEvent(event: RunEvent): void;
  /** The run has ended, waits for a person, or was left for another process. */
  onLeft(): void;
}

/** Called when a run is taken up; must not throw, nor must what it returns. */
export type ObserveRun = (run: RunRecord) => RunObserver;
