/** The rows of a listing, bare or in its envelope. */
export function listOf<T>(answer: T[] | { data?: T[]; items?: T[] }): T[] {
  return Array.isArray(answer) ? answer : (answer.items ?? answer.data ?? []);
}
