import { createHash } from 'node:crypto';

const LONGEST = 64; // What providers allow.

/**
 * The name of a server's tool in Cadence. It always begins with the server's slug: so a server can neither take nor
 * change the name of a tool that is not its own, whatever it lists later.
 */
export function mcpToolName(slug: string, name: string): string {
  const full = `${slug}_${name.replace(/[^A-Za-z0-9_-]+/g, '_')}`;
  if (full.length <= LONGEST) return full;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${full.slice(0, LONGEST - mark.length - 1)}_${mark}`;
}
