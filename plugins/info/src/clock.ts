/** Where the tools get the time from, so that tests can stop it. */
export interface Clock {
  /** Milliseconds since 1 January 1970, UTC. */
  now: () => number;
  /** The zone to use where no place is given: that of the server. */
  readonly zone: string;
}

export function systemClock(): Clock {
  return {
    now: Date.now,
    get zone() {
      return Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
  };
}
