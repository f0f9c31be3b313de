// How much random tests do, and what they draw: one place, so that a run can be made longer, or repeated.

/** What random tests draw from: the same each time, unless `SEED` says otherwise. */
export const seed = numberIn('SEED', 1);

/** A tenth of the runs, or the part that `RANDOM_RUNS` says: 1 is all of them, 10 ten times as many. */
const part = numberIn('RANDOM_RUNS', 0.1);

/** How often a random test runs that makes `whole` runs at a release; `least`, where a tenth would find too little. */
export function runs(whole: number, least = 5): number {
  return partOf(part, whole, least);
}

export function partOf(part: number, whole: number, least: number): number {
  return Math.max(Math.ceil(whole * part), Math.min(whole, least));
}

function numberIn(name: string, otherwise: number): number {
  const number = Number(process.env[name] ?? otherwise);
  if (number > 0) return number;
  throw new Error(`${name}=${process.env[name]} is not a number above 0.`);
}
