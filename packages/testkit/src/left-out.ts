const said = new Set<string>();

/**
 * Whether tests are left out for want of a program, and why. That is said once a file, so that nobody takes it for a pass;
 * CI has all of them, and fails.
 */
export function leftOut(why: string | undefined, env: NodeJS.ProcessEnv = process.env): boolean {
  if (why === undefined) return false;
  if (env.CI === 'true') throw new Error(`${why}: in CI no test is left out.`);
  if (!said.has(why)) process.stderr.write(`Tests are left out: ${why}.\n`);
  said.add(why);
  return true;
}
