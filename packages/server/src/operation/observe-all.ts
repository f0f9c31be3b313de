import type { Log, ObserveRun, RunObserver } from '@cadence-agents/engine';

/** Several observers as one; what goes wrong in one is logged and disturbs neither the run nor the others. */
export function observeAll(observers: readonly ObserveRun[], log: Log): ObserveRun {
  const guarded = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error('observing a run failed', { error });
    }
  };
  return (run) => {
    const own: RunObserver[] = [];
    for (const observe of observers) guarded(() => own.push(observe(run)));
    return {
      onEvent(event) {
        for (const one of own) guarded(() => one.onEvent(event));
      },
      onLeft() {
        for (const one of own) guarded(() => one.onLeft());
      },
    };
  };
}
