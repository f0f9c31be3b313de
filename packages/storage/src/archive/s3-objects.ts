import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, CadenceError } from '@cadence-agents/contracts';
import { archiveAway, type ObjectStore, pathOf } from './object-store.ts';

export interface S3Access {
  /** As `https://s3.example.org`; buckets are paths there. */
  endpoint: string;
  /** Whether the bucket is a part of the host's name, as Amazon wants it. */
  bucketInHost: boolean;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  /** Bounds time and size of what it fetches. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const ATTEMPTS = 4;
const pace = { firstMs: 200, longestMs: 2_000 };

export function s3Objects(bucket: string, prefix: string, access: S3Access): ObjectStore {
  const place = `s3://${bucket}/${prefix}`;
  const send = signedSender(access);
  const base = new URL(access.endpoint);
  if (access.bucketInHost) base.hostname = `${bucket}.${base.hostname}`;
  const root = [base.href.replace(/\/$/, ''), ...(access.bucketInHost ? [] : [bucket]), prefix];
  const urlOf = (name: string) => [...root.filter((part) => part !== ''), pathOf(name)].join('/');

  const call = async (method: string, name: string, body?: Uint8Array): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const result = await send(urlOf(name), method, body).catch((error: unknown) => error);
      const status = result instanceof Response ? result.status : 0;
      if (result instanceof Response && (result.ok || status === 404)) return result;
      const isFinal = CadenceError.is(result) && result.code === 'ADDRESS_REFUSED';
      if (isFinal || (status !== 0 && status !== 429 && status < 500) || attempt === ATTEMPTS) {
        throw archiveAway(`The archive at ${place} ${failure(status)}.`, status === 0 ? result : undefined);
      }
      await delay(backoffMs(attempt - 1, pace));
    }
  };

  return {
    place,
    async put(name, bytes) {
      const { status } = await call('PUT', name, bytes);
      if (status === 404) throw archiveAway(`The archive at ${place} is not there: it has no such bucket.`);
    },
    async get(name, maxBytes) {
      const response = await call('GET', name);
      if (response.status === 404) return undefined;
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length > maxBytes) throw archiveAway(`An object at ${place} is too large.`);
      return bytes;
    },
    async delete(name) {
      await call('DELETE', name);
    },
    close: access.close,
  };
}

const failure = (status: number): string => {
  if (status === 0) return 'cannot be reached';
  if (status === 401 || status === 403) return 'refused the key, or what it may do';
  return `answered with status ${status}`;
};

function signedSender({ fetch, region, ...keys }: S3Access) {
  const { accessKeyId, secretAccessKey, sessionToken } = keys;
  return async (url: string, method: string, body: Uint8Array | undefined): Promise<Response> => {
    // Loaded at the first request: most have no archive.
    const { AwsV4Signer } = await import('aws4fetch');
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signer = new AwsV4Signer({
      ...{ url, method, region, service: 's3', accessKeyId, secretAccessKey },
      ...(sessionToken !== undefined && { sessionToken }),
      headers: { 'x-amz-content-sha256': digest },
    });
    const signed = await signer.sign();
    return fetch(signed.url.href, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      ...(body && { body: Buffer.from(body) }),
    });
  };
}
