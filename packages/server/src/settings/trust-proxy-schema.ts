import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** How many proxies are in front, or their addresses; none when `false`. */
export type TrustProxy = false | number | readonly string[];

const named = ['loopback', 'linklocal', 'uniquelocal'];
const addressSchema = z
  .string()
  .trim()
  .refine(
    (text) =>
      named.includes(text) ||
      ipaddr.isValidCIDR(text) ||
      ipaddr.IPv4.isValidFourPartDecimal(text) ||
      ipaddr.IPv6.isValid(text),
  );
const addressesSchema = z.array(addressSchema).min(1);

const expected =
  'Expected the number of proxies in front (1 for one), or their addresses or CIDR ranges, separated by commas';

/**
 * To believe every address in the header would be to believe what the client wrote itself, so `true` stands for one
 * proxy, which adds the address that it saw.
 */
export const trustProxySchema: z.ZodType<TrustProxy> = z.unknown().transform((given, context): TrustProxy => {
  if (given === false || given === 'false' || given === 0 || given === '0') return false;
  if (given === true || given === 'true') return 1;
  const hops = typeof given === 'string' && /^\d{1,2}$/.test(given) ? Number(given) : given;
  if (typeof hops === 'number' && Number.isInteger(hops) && hops > 0) return hops;
  const addresses = addressesSchema.safeParse(typeof given === 'string' ? given.split(',') : given);
  if (addresses.success) return addresses.data;
  context.addIssue(expected);
  return z.NEVER;
});
