import dns from 'node:dns/promises';
import { providerVariables } from '@cadence-agents/engine';
import ipaddr from 'ipaddr.js';
import { addressPolicy, addressRefused } from './address-policy.ts';

/** Models often run beside the server. */
const loopback = ['127.0.0.0/8', '::1/128'];

/**
 * What is wrong with addresses of providers that are entered, which may be public, of this machine, or allowed by the
 * settings. Throws for one that may not be called. Whoever sets the environment may have any.
 */
export async function addressesOf(
  modelUrls: Readonly<Record<string, string>>,
  allowedHosts: readonly string[],
): Promise<{ provider: string; message: string }[]> {
  const policy = addressPolicy([...allowedHosts, ...loopback]);
  const problems: { provider: string; message: string }[] = [];
  for (const [provider, address] of Object.entries(modelUrls)) {
    const known = providerVariables.find(({ name }) => name === provider);
    if (!known?.baseUrlVariable) {
      const named = providerVariables.flatMap(({ name, baseUrlVariable }) => (baseUrlVariable ? [name] : []));
      problems.push({ provider, message: `must be one of ${named.join(', ')}` });
      continue;
    }
    const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
    if (policy.allowsHost(host)) continue;
    const found = ipaddr.isValid(host) ? [host] : await resolved(host);
    if (!found) problems.push({ provider, message: `the host "${host}" is not found` });
    else if (!found.every((each) => policy.allowsAddress(each)))
      throw addressRefused(host, 'it is neither public nor of this machine');
  }
  return problems;
}

const resolved = (host: string): Promise<string[] | undefined> =>
  dns.lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => undefined,
  );
