/** How often to look for what another process may have added. */
export const LOOK_EVERY_MS = 1_000;

/**
 * Looks again and again, each time as long after the last as that one said, and a while after one that failed. Stopping
 * resolves when none is under way any more.
 */
export function keepLooking(
  look: () => Promise<number>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const begin = async (): Promise<void> => {
    const waitMs = await look().catch((error: unknown) => {
      onFailure(error);
      return LOOK_EVERY_MS;
    });
    if (!isStopped) timer = setTimeout(goOn, waitMs).unref();
  };
  const goOn = () => {
    underWay = begin();
  };
  let underWay = begin();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await underWay;
  };
}
