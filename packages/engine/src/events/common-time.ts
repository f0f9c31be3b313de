import { now } from '../machine.ts';

/**
 * The last moment within `waitMs` at which something is due. All runs share these moments, so that one commit serves
 * many of them; there are `times` of them in each `waitMs`, so that not everything is stored at once.
 */
export function commonTime(waitMs: number, times: number): number {
  const spacing = Math.max(1, waitMs / times);
  return Math.floor((now() + waitMs) / spacing) * spacing;
}
