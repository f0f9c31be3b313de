export interface Heart {
  /** Beats now, unless it is at it. */
  beat(): void;
  /** Resolves when the last beat has ended. */
  stop(): Promise<void>;
}

/** Beats at once and then every so often, one beat at a time. What fails is left to the next. */
export function startHeart(everyMs: number, beat: () => Promise<void>): Heart {
  let beating: Promise<void> | undefined;
  const beatNow = () => {
    beating ??= beat()
      .catch(() => {})
      .finally(() => {
        beating = undefined;
      });
  };
  const timer = setInterval(beatNow, everyMs);
  timer.unref();
  beatNow();
  return {
    beat: beatNow,
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}
