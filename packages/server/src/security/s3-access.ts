import { CadenceError } from '@cadence-agents/contracts';
import { createGuardedFetch } from './guarded-fetch.ts';

const MOST_BYTES = 64 * 2 ** 20;
const TIMEOUT_MS = 30_000;

/**
 * The bucket of the archive, by the variables that Amazon's own tools read. Its host was chosen by the administrator and
 * may be one of the own network; where it sends its client on to must be public or allowed.
 */
export function s3Access(env: Readonly<Record<string, string | undefined>>, allowedHosts: readonly string[]) {
  const accessKeyId = demanded(env, 'AWS_ACCESS_KEY_ID');
  const secretAccessKey = demanded(env, 'AWS_SECRET_ACCESS_KEY');
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  const given = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  const endpoint = checked(given || `https://s3.${region}.amazonaws.com`);
  const own = endpoint.hostname.replace(/^\[|\]$/g, '');
  const { fetch, close } = createGuardedFetch({
    allowedHosts: given ? [...allowedHosts, own] : allowedHosts,
    maxBytes: MOST_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  return {
    ...{ endpoint: endpoint.href, bucketInHost: !given, region, accessKeyId, secretAccessKey, fetch, close },
    sessionToken: env.AWS_SESSION_TOKEN || undefined,
  };
}

function demanded(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new CadenceError('SETTING_INVALID', `The archive is in S3, and ${name} is not set.`, {
    hint: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; for a store that is not Amazon’s AWS_ENDPOINT_URL_S3 too.',
  });
}

function checked(address: string): URL {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol) && url.password === '') return url;
  throw new CadenceError('SETTING_INVALID', 'AWS_ENDPOINT_URL_S3 is no address of an S3-compatible store.', {
    hint: 'Write it as https://s3.example.org, without a key in it.',
  });
}
