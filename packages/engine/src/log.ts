/** Where the engine reports; fields never hold prompts, user text or secrets. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** The same log, with these fields on every line. */
export function withFields(log: Log, common: Record<string, unknown>): Log {
  const at =
    (level: keyof Log) =>
    (message: string, fields?: Record<string, unknown>): void =>
      log[level](message, { ...common, ...fields });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** A failing log never fails a run. */
export function forgivingLog(log: Log): Log {
  const guard =
    (level: keyof Log) =>
    (message: string, fields?: Record<string, unknown>): void => {
      try {
        log[level](message, fields);
      } catch {
        // There is nowhere left to report it.
      }
    };
  return { debug: guard('debug'), info: guard('info'), warn: guard('warn'), error: guard('error') };
}
