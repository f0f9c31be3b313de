// Comparing costs the product of both lengths for each known name: beyond these sizes it is not worth its time.
const LONGEST_NAME = 64;
const MOST_KNOWN = 1_000;

/** The known name that was probably meant, or undefined when none is close. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  // A third of the letters may differ: beyond that a suggestion misleads more than it helps.
  let limit = Math.ceil(name.length / 3) + 1;
  for (const candidate of Iterator.from(known).take(MOST_KNOWN)) {
    if (Math.abs(candidate.length - name.length) >= limit) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), limit);
    if (distance < limit) {
      best = candidate;
      limit = distance;
    }
  }
  return best;
}

/**
 * The known name that was surely meant: with a slip or two of the pen in it, one for every six letters, and nearer than
 * any other by more than a letter.
 */
export function onlyNearName(name: string, known: Iterable<string>): string | undefined {
  const options = [...Iterator.from(known).take(MOST_KNOWN)];
  const nearest = nearestName(name, options);
  if (nearest === undefined) return undefined;
  const wanted = name.toLowerCase();
  const distance = editDistance(wanted, nearest.toLowerCase(), LONGEST_NAME);
  if (distance > Math.max(1, Math.floor(name.length / 6))) return undefined;
  const limit = distance + 2;
  const isNear = (option: string) =>
    Math.abs(option.length - name.length) < limit &&
    editDistance(wanted, option.toLowerCase(), limit) < limit;
  return options.some((option) => option !== nearest && isNear(option)) ? undefined : nearest;
}

/** Levenshtein distance, given up as soon as it must reach `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let previous = Uint16Array.from({ length: b.length + 1 }, (_, i) => i);
  let row = new Uint16Array(b.length + 1);
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i;
    let left = i;
    let smallest = i;
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      left = Math.min(substituted, (previous[j] ?? 0) + 1, left + 1);
      row[j] = left;
      if (left < smallest) smallest = left;
    }
    if (smallest >= limit) return limit;
    [previous, row] = [row, previous];
  }
  return previous[b.length] ?? 0;
}
