/** A list with what is as it was taken from the list before, so that nothing is drawn anew for nothing. */
export class ReuseEqual<T extends { id: string }> {
  #before: ReadonlyMap<string, T> = new Map();

  of(list: readonly T[]): T[] {
    const reused = list.map((item) => {
      const before = this.#before.get(item.id);
      return before !== undefined && isEqual(before, item) ? before : item;
    });
    this.#before = new Map(reused.map((item) => [item.id, item]));
    return reused;
  }
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [inA, inB] = [Object.entries(a), Object.entries(b)];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    inA.length === inB.length &&
    inA.every(([name, value]) => isEqual(value, Object.getOwnPropertyDescriptor(b, name)?.value))
  );
}
