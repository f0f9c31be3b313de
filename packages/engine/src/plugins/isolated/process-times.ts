/** How patient Cadence is with the process of a plugin, in milliseconds. */
export interface ProcessTimes {
  /** For Node itself to start. */
  start: number;
  /** For a process to show that it lives. */
  answer: number;
  /** For a call that was told to stop. */
  stop: number;
  /** Between two looks at a process that has nothing to do. */
  idle: number;
}

export const processTimes: ProcessTimes = { start: 20_000, answer: 2_000, stop: 5_000, idle: 10_000 };
