import { CadenceError } from '@cadence-agents/sdk';
import { findPlace, type Place } from './find-place.ts';

/** The place of an argument; an unknown one is an error whose message the model may read. */
export function placeArgument(given: string): Place {
  const finding = findPlace(given);
  if (finding.found) return finding.place;
  throw new CadenceError('TOOL_FAILED', finding.problem);
}
