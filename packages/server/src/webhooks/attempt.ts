import {
  CadenceError,
  type ClaimedDelivery,
  type DeliveryAttempt,
  type JsonObject,
} from '@cadence-agents/contracts';
import { signedHeaders, type WebhookSecrets } from './webhook-secrets.ts';

export interface AttemptSetup {
  secrets: WebhookSecrets;
  /** Must be guarded: callers choose the addresses. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** What is sent; `undefined` when the run is gone. */
  bodyOf(delivery: ClaimedDelivery): Promise<JsonObject | undefined>;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The waits between attempts that Standard Webhooks recommends: ten of them within four days. */
const waits: readonly number[] = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

/** Sends a delivery once, and says what is to be done next. */
export async function attempt(setup: AttemptSetup, delivery: ClaimedDelivery): Promise<DeliveryAttempt> {
  const body = delivery.body ?? (await setup.bodyOf(delivery));
  const failed = (error: string, retryMs: number | null, responseStatus: number | null = null) => ({
    ...{ body: body ?? null, outcome: 'failed' as const, responseStatus, error, retryMs },
  });
  if (!body) return failed('The run is gone.', null);
  const next = retryAfter(delivery.attempts);
  try {
    const response = await send(setup, delivery, JSON.stringify(body));
    const { status } = response;
    await response.body?.cancel();
    if (response.ok)
      return { body, outcome: 'delivered', responseStatus: status, error: null, retryMs: null };
    // By the standard, the receiver wants no more of this.
    if (status === 410) return failed('The address is gone for good.', null, status);
    const asked = waitAskedFor(response.headers.get('retry-after'));
    return failed(`It was answered ${status}.`, next === null ? null : Math.max(next, asked), status);
  } catch (error) {
    const { code, message } = CadenceError.from(error);
    const isLasting = code === 'ADDRESS_REFUSED' || code === 'INPUT_INVALID';
    return failed(message, isLasting ? null : next);
  }
}

async function send(
  { secrets, fetch }: AttemptSetup,
  { id, tenantId, url }: ClaimedDelivery,
  body: string,
): Promise<Response> {
  const headers = signedHeaders(await secrets.of(tenantId), { id, body, at: new Date() });
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Cadence', ...headers },
    body,
    // Where it leads is not who was to be told.
    redirect: 'manual',
  });
}

/** With jitter, so that deliveries that failed together do not return together. */
function retryAfter(attempts: number): number | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : Math.round(wait * (1 + Math.random() / 10));
}

/** `Retry-After` in seconds, up to a day. */
function waitAskedFor(header: string | null): number {
  const seconds = Number(header ?? 0);
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds * SECOND), 24 * HOUR) : 0;
}
