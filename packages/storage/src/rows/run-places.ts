// The batches of a run lie side by side under one integer key, their place: the number of the run's row, and the number
// of the batch's last event, or 0 before the first. SQLite keeps such a table as a single tree that mostly grows at its
// end, so that a commit writes few pages.

/** More than a run can have of events: it takes days to stream as many tokens. */
export const perRun = 2 ** 23;

/** The first place of a run, whose row number is the expression or parameter given. */
export const placesFrom = (run: string): string => `CAST(${run} AS BIGINT) * ${perRun}`;

/** The condition that a row belongs to the run. */
export const inRun = (run: string): string =>
  `place >= ${placesFrom(run)} AND place < ${placesFrom(run)} + ${perRun}`;

/** The number of the row of the run called `$runId`. */
export const rowOfRun = '(SELECT ordinal FROM runs WHERE id = $runId)';

/** Runs by the numbers of their rows: from the first one to the one that it ends before. */
export interface RunRange {
  first: number;
  until: number;
}
