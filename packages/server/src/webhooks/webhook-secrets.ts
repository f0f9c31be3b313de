// What deliveries are signed with: a secret for each tenant, made from the deployment's own key, so that none is stored
// and processes that share the key agree.
import { createHmac } from 'node:crypto';
import type { SecretKey } from '../security/secret-key.ts';

export interface WebhookSecrets {
  /** In the form of Standard Webhooks; that of the current key first, then those of former ones. */
  of(tenantId: string): Promise<[current: string, ...former: string[]]>;
}

export function webhookSecrets(
  keys: () => Promise<{ current: SecretKey; old: readonly SecretKey[] }>,
): WebhookSecrets {
  const derive = ({ bytes }: SecretKey, tenantId: string) =>
    `whsec_${createHmac('sha256', bytes).update(`cadence webhook 1 ${tenantId}`).digest('base64')}`;
  return {
    async of(tenantId) {
      const { current, old } = await keys();
      return [derive(current, tenantId), ...old.map((key) => derive(key, tenantId))];
    },
  };
}

/** The headers of a delivery, by Standard Webhooks 1.0: with a signature for each secret. */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = (secret: string) => {
    const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
