import type { RunEvent } from '../run/run-event.ts';
import type { RunRecord } from './run-record.ts';

/** A run's last events with the status that it really ended with: the store knows of what was asked meanwhile. */
export function endedAs(events: readonly RunEvent[], status: RunRecord['status']): RunEvent[] {
  if (status === 'queued' || status === 'running') return [...events];
  return events.map((event) =>
    event.type === 'on_run_end' && event.data.status !== status
      ? { ...event, data: { ...event.data, status } }
      : event,
  );
}
