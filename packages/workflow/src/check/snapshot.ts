import { isJsonObject, type JsonObject, type Problem } from '@cadence-agents/contracts';
import { type CopyFault, copyJson, MOST_BYTES, MOST_ENTRIES, MOST_NESTING } from './json-copy.ts';
import { makeProblem } from './make-problem.ts';

/** The input as plain data that nothing can change under our hands, with the problems found in reading it. */
export interface Snapshot {
  /** Absent when the input cannot be checked any further. */
  document?: JsonObject;
  problems: Problem[];
}

export function takeSnapshot(input: unknown): Snapshot {
  const { copy, faults } = copyJson(input);
  const problems = faults.map(asProblem);
  if (copy === undefined) return { problems };
  if (isJsonObject(copy)) return { document: copy, problems };
  const got = Array.isArray(copy) ? 'a list' : copy === null ? 'not one' : `a ${typeof copy}`;
  const message = `A workflow definition is a JSON object; this is ${got}.`;
  const hint = 'Give an object with id, name, entrypointNodeId, nodes and edges.';
  return { problems: [makeProblem('DOCUMENT_NOT_OBJECT', '$', message, hint)] };
}

function asProblem({ kind, path, found }: CopyFault): Problem {
  switch (kind) {
    case 'cyclic':
      return makeProblem(
        'DOCUMENT_CYCLIC',
        path,
        'This value contains itself.',
        'Refer to it by an id instead.',
      );
    case 'too-deep':
      return makeProblem(
        'DOCUMENT_TOO_DEEP',
        path,
        `Values are nested more than ${MOST_NESTING} levels deep here.`,
        'Flatten this part of the definition.',
      );
    case 'too-large':
      return makeProblem(
        'DOCUMENT_TOO_LARGE',
        path,
        `The definition is larger than ${MOST_BYTES / 1_000_000} MB of JSON.`,
        'Split the workflow, or move long texts out of it.',
      );
    case 'too-long':
      return makeProblem(
        'DOCUMENT_TOO_LONG',
        path,
        `There are more than ${MOST_ENTRIES} entries here.`,
        'Split the workflow into several.',
      );
    case 'not-json':
      return makeProblem(
        'VALUE_NOT_JSON',
        path,
        `There is ${found ?? 'something'} here, which JSON cannot hold.`,
        'Use text, finite numbers, true, false, null, lists and objects only.',
      );
    case 'forbidden-key':
      return makeProblem(
        'KEY_FORBIDDEN',
        path,
        'The key "__proto__" changes what an object is instead of naming a field.',
        'Remove the field, or give it another name.',
      );
    case 'unreadable':
      return makeProblem(
        'DOCUMENT_UNREADABLE',
        path,
        'Reading the definition failed.',
        'Give plain data, as JSON.parse returns it.',
      );
  }
}
