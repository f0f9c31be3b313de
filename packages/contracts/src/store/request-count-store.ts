/** How often something was counted in a period, by what it was counted for. */
export type RequestCounts = Readonly<Record<string, number>>;

/** What the processes of a deployment have counted, so that limits hold for all of them together. */
export interface RequestCountStore {
  /** Whether another process has told what it counted in this period or in the one before. */
  hasOthers(process: string, period: number): Promise<boolean>;
  /**
   * Tells how often this process has counted in a period so far, in place of what it told before, and learns what the
   * others have told of the same. Periods earlier than the one before are forgotten.
   */
  settle(process: string, period: number, counts: RequestCounts): Promise<SettledCounts>;
}

/** What other processes have counted. */
export interface SettledCounts {
  now: RequestCounts;
  /** In the period before. */
  before: RequestCounts;
}
