/** Why the process of a plugin ended. */
export interface ProcessEnd {
  /** In plain words, none of them the plugin's: the rest of a sentence that begins with "it". */
  reason: string;
  /** What the plugin's code said of it, for the log and for people who look after plugins. */
  detail: string | undefined;
}

// As a signal of its own, or as the exit code that another parent makes of it.
const crashSignals: ReadonlySet<string> = new Set(['SIGABRT', 'SIGSEGV', 'SIGTRAP', 'SIGILL', 'SIGBUS']);
const crashCodes: ReadonlySet<number> = new Set([132, 133, 134, 135, 139]);

export function processEnd(
  code: number | null,
  signal: NodeJS.Signals | null,
  lastError: string | undefined,
  memoryMb: number,
): ProcessEnd {
  if (lastError !== undefined)
    return { reason: 'it failed with an error that nothing caught', detail: lastError };
  return { reason: reasonOf(code, signal, memoryMb), detail: undefined };
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null, memoryMb: number): string {
  if (crashSignals.has(signal ?? '') || crashCodes.has(code ?? 0))
    return `it crashed; most likely it needed more than its ${memoryMb} MB of memory`;
  if (signal) return `it was ended from outside (${signal}), perhaps because the machine ran out of memory`;
  return `it ended itself (exit code ${code})`;
}
