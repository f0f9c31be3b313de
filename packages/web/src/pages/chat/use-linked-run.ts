import type { ApiRun } from '@cadence-agents/contracts';
import { useEffect, useRef } from 'react';

/** Shows the message that the address names, once; what is not here yet is loaded. */
export function useLinkedRun(runs: readonly ApiRun[], earlier: (() => void) | undefined): void {
  const wanted = useRef(location.hash.slice(1));
  useEffect(() => {
    if (!wanted.current.startsWith('run-') || runs.length === 0) return;
    const linked = document.getElementById(wanted.current);
    if (linked === null && earlier) return earlier();
    wanted.current = '';
    // After the thread has gone to its end.
    if (linked) requestAnimationFrame(() => linked.scrollIntoView());
  }, [runs, earlier]);
}
