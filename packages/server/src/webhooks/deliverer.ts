// Sends deliveries that are due. Every process that carries out runs looks; the store gives each to one of them at a time.
import type { DeliveryStore } from '@cadence/contracts';
import type { Log } from '@cadence/engine';
import { type AttemptSetup, attempt } from './attempt.ts';

export interface DelivererSetup extends AttemptSetup {
  deliveries: DeliveryStore;
  log: Log;
}

/** A run may have ended in another process. */
const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 16;
/** Longer than an attempt may take. */
const LEASE_MS = 60_000;

/** Delivers until it is stopped; stopping resolves when no attempt is under way any more. */
export function startDeliverer(setup: DelivererSetup): () => Promise<void> {
  const { deliveries, log } = setup;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<number> => {
    const { items, nextMs } = await deliveries.claim(AT_ONCE, LEASE_MS);
    await Promise.all(
      items.map(async (delivery) => {
        const made = await attempt(setup, delivery);
        await deliveries.settle(delivery, made);
        const { id, runId, attempts } = delivery;
        if (made.outcome === 'failed')
          log.warn('a webhook was not delivered', { deliveryId: id, runId, attempts, error: made.error });
      }),
    );
    return nextMs === null ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, nextMs);
  };
  const begin = async (): Promise<void> => {
    const waitMs = await look().catch((error: unknown) => {
      log.error('delivering webhooks failed', { error });
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
