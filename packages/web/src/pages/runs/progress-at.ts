import type { RunEvent } from '@cadence-agents/contracts';
import { noProgress, type RunProgress, reduceRunProgress } from '../../graph/run-progress.ts';

/** Where the run was when it had taken so many steps. */
export function progressAt(events: readonly RunEvent[], steps: number): RunProgress {
  const end = events.findIndex((event) => event.type === 'on_route' && event.data.counters.steps >= steps);
  const seen = end === -1 ? events : events.slice(0, end + 1);
  return seen.reduce(reduceRunProgress, noProgress);
}

/** How many steps a stored turn has counted. */
export function stepsOfTurn(turn: unknown): number | undefined {
  const steps = fieldOf(fieldOf(turn, 'counters'), 'steps');
  return typeof steps === 'number' ? steps : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
