export interface Heart {
  /** Resolves when the last beat has ended. */
  stop(): Promise<void>;
}

/** Beats at once and then every so often, one beat at a time. What fails is left to the next. */
export function startHeart(everyMs: number, beat: () => Promise<void>): Heart {
  let beating: Promise<void> | undefined;
  const next = () => {
    beating ??= beat()
      .catch(() => {})
      .finally(() => {
        beating = undefined;
      });
  };
  const timer = setInterval(next, everyMs);
  timer.unref();
  next();
  return {
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}
