/** Where a proxy keeps what it passes on. */
export interface Keeper {
  /** Resolves with the number of the run, once the question is safe. */
  begin(asked: string): Promise<number>;
  /** Keeps a piece of the answer, a little later. */
  keep(run: number, first: number, text: string): void;
  /** Resolves when all of it is safe. */
  end(run: number, answer: string): Promise<void>;
}
