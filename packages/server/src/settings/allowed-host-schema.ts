import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const namePattern = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
/** Only digits and dots: an address that was mistyped, not a name. */
const numeric = /^[\d.]+$/;

/** A name, `*.` and a name, an address, or a range of addresses. */
export const allowedHostSchema = z
  .string()
  .refine(
    (text) =>
      ipaddr.isValidCIDR(text) ||
      ipaddr.IPv4.isValidFourPartDecimal(text) ||
      ipaddr.IPv6.isValid(text) ||
      (namePattern.test(text) && !numeric.test(text)),
    'Expected a host, an address or a CIDR range, without a scheme or a port',
  );
