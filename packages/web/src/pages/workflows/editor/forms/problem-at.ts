import { readPath } from '@cadence-agents/workflow';
import type { JsonPath } from '../../../../document/json-place.ts';
import type { PlacedProblem } from '../use-checked-document.ts';

const startsWith = (path: JsonPath, start: JsonPath) => start.every((step, i) => path[i] === step);

/** What the checker says of a field, or of something in it. */
export function problemAt(problems: readonly PlacedProblem[], place: JsonPath): string | undefined {
  const found = problems.find(({ path }) => startsWith(readPath(path), place));
  return found && `${found.message} ${found.hint}`;
}
