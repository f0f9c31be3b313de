import type { Figure } from './figure.ts';

export interface BenchOptions {
  /** Shorter runs and fewer rounds: shows that it works, and roughly where things stand. */
  quick: boolean;
  /** Folder in which LangGraph's SQLite saver is installed. */
  stockSaver: string | undefined;
}

export type Bench = (options: BenchOptions) => Promise<Figure[]>;

export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
