import { CadenceError } from '@cadence-agents/contracts';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/** Which addresses requests may go to whose address a user or a model chose. */
export interface AddressPolicy {
  /** Whether the host may be called whatever its address is. */
  allowsHost(host: string): boolean;
  allowsAddress(address: string): boolean;
}

// Azure's platform address, which lies among the public ones. The other clouds' are link-local, private or CGNAT.
const metadataAddresses = new Set(['168.63.129.16']);
const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3');
const wellKnownNat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** `allowed` names hosts, `*.` hosts, addresses and ranges that are let through although they are not public. */
export function addressPolicy(allowed: readonly string[]): AddressPolicy {
  const ranges = allowed.filter((entry) => ipaddr.isValidCIDR(entry)).map((entry) => ipaddr.parseCIDR(entry));
  const rest = allowed.filter((entry) => !ipaddr.isValidCIDR(entry));
  const addresses = new Set(rest.filter((entry) => ipaddr.isValid(entry)).map(normalAddress));
  const names = rest.filter((entry) => !ipaddr.isValid(entry)).map((entry) => entry.toLowerCase());
  return {
    allowsHost(host) {
      const name = host.toLowerCase().replace(/\.$/, '');
      return names.some((entry) => (entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : name === entry));
    },
    allowsAddress(text) {
      if (!ipaddr.isValid(text)) return false;
      const address = ipaddr.parse(text);
      if (addresses.has(address.toNormalizedString())) return true;
      const inRange = ranges.some(
        ([base, bits]) => address.kind() === base.kind() && address.match(base, bits),
      );
      return inRange || isPublic(address);
    },
  };
}

const normalAddress = (text: string): string => ipaddr.parse(text).toNormalizedString();

/** Public means: known to be. Whatever has a special use, or none yet, is not. */
function isPublic(address: IPv4 | IPv6): boolean {
  if ('octets' in address) return address.range() === 'unicast' && !metadataAddresses.has(address.toString());
  const range = address.range();
  if (range === 'unicast') return address.match(globalIPv6);
  // Both lead to the IPv4 address they contain.
  if (range === '6to4') return isPublic(embeddedIPv4(address, 2));
  return address.match(wellKnownNat64) && isPublic(embeddedIPv4(address, 12));
}

function embeddedIPv4(address: IPv6, offset: number): IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(offset, offset + 4));
}

export function addressRefused(host: string, why: string): CadenceError {
  return new CadenceError('ADDRESS_REFUSED', `The address "${host}" may not be called: ${why}.`, {
    hint: 'Use a public http or https address, or have an administrator add the host to CADENCE_ALLOWED_HOSTS.',
    details: { host },
  });
}
