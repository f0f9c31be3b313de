const LONGEST = 53; // `goto_<slug>_agent` must fit the 64 characters that providers allow a tool's name.

// Names and labels that the coordinator's workflow uses itself: `control` would become `control_tools`.
const reserved: ReadonlySet<string> = new Set([
  'back',
  'continue',
  'control',
  'control_tools',
  'coordinator',
  'end',
  'error',
  'finalize',
  'finalizer',
  'route',
  'start',
  'suspend',
  'synthesizer',
]);

/** The name under which routes, nodes and schemas know a plugin: "Math Agent" is `math`. */
export function pluginSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/(?<=[a-z0-9])(?:_agent)+$/, '');
}

/** Why a plugin cannot be called that, if so. */
export function slugRefusal(slug: string): string | undefined {
  if (slug === '') return 'it needs a letter from a to z or a digit';
  if (slug.length > LONGEST) return `"${slug}" is longer than ${LONGEST} characters`;
  return reserved.has(slug) ? `"${slug}" is a name that Cadence uses itself` : undefined;
}
