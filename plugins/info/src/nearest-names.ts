const most = 3;

/** The names that a misspelt one probably stands for, nearest first. */
export function nearestNames(given: string, names: readonly string[]): string[] {
  const wanted = given.trim().toLowerCase();
  const tolerated = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= tolerated)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name);
}

/** How many letters to add, drop or change to get from one text to the other. */
function editDistance(a: string, b: string): number {
  const letters = [...b];
  let row = Array.from({ length: letters.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [index, other] of letters.entries()) {
      const changed = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[letters.length] ?? 0;
}
