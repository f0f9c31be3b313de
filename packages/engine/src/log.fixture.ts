// A log that remembers, for tests.
import type { Log } from './log.ts';

export interface LogEntry {
  level: keyof Log;
  message: string;
  fields: Record<string, unknown>;
}

export function recordedLog(): { log: Log; entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const at =
    (level: keyof Log) =>
    (message: string, fields: Record<string, unknown> = {}) =>
      void entries.push({ level, message, fields });
  return { log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }, entries };
}
