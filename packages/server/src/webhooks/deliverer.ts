// Sends deliveries that are due. Every process that carries out runs looks; the store gives each to one of them at a time.
import type { DeliveryStore } from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import { keepLooking, LOOK_EVERY_MS } from '../keep-looking.ts';
import { type AttemptSetup, attempt } from './attempt.ts';

export interface DelivererSetup extends AttemptSetup {
  deliveries: DeliveryStore;
  log: Log;
}

const AT_ONCE = 16;
/** Longer than an attempt may take. */
const LEASE_MS = 60_000;

/** Delivers until it is stopped; stopping resolves when no attempt is under way any more. */
export function startDeliverer(setup: DelivererSetup): () => Promise<void> {
  const { deliveries, log } = setup;
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
  return keepLooking(look, (error) => log.error('delivering webhooks failed', { error }));
}
