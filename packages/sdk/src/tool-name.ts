const wellFormed = /^[A-Za-z0-9_-]{1,64}$/;
const taken: ReadonlySet<string> = new Set(['route', 'end', 'back']);

/** Why a tool cannot be called that, if so. */
export function toolNameRefusal(name: string): string | undefined {
  if (!wellFormed.test(name)) return 'it must be 1 to 64 letters, digits, "_" or "-"';
  if (taken.has(name) || name.startsWith('goto_')) return 'it is a name by which Cadence steers agents';
  return undefined;
}
