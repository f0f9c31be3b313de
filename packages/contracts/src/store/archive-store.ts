/** A run whose events and steps were moved. */
export interface ArchivedRun {
  runId: string;
  /** What its object takes. */
  bytes: number;
}

/**
 * Keeps the events and steps of old runs outside the database, one object a run. They are read as if they had never been
 * moved; `ARCHIVE_AWAY` where the archive cannot be reached. Records of runs and the latest states of conversations stay
 * in the database, so that every conversation can be gone on with.
 */
export interface ArchiveStore {
  /**
   * Moves what ended before then, one run after another, each written and read back before anything of it is removed.
   * Several processes may do so at once. Conversations at work are left for another time.
   */
  move(before: string): AsyncGenerator<ArchivedRun>;
  /** How many runs `move` would look at. */
  countDue(before: string): Promise<number>;
  /** Removes the objects of runs that are gone; returns how many. */
  sweep(): Promise<number>;
}
