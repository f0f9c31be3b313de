/** A span in words that fit a table: `340 ms`, `4.2 s`, `3 min 05 s`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

export const between = (start: string, end: string): number => Date.parse(end) - Date.parse(start);
