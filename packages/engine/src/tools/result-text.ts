import { CadenceError } from '@cadence-agents/contracts';

/** The longest result that is kept; a model could not read it anyway. */
const LONGEST_RESULT = 1_000_000;
/** Read beyond that for masking, so that a secret at the cut is seen whole. */
const MARGIN = 10_000;

/**
 * A tool's result as text, for models and for the store. Nothing returned is an empty text: the call was made all the
 * same.
 */
export function resultText(result: unknown): string {
  if (result === undefined) return '';
  const text = typeof result === 'string' ? result : stringified(result);
  if (text?.isWellFormed() && !text.includes('\0')) return text;
  throw new CadenceError(
    'VALUE_NOT_STORABLE',
    'It ran, and returned something that cannot be kept as text.',
    {
      hint: 'Let the tool return a string, or JSON, without NUL and broken characters.',
    },
  );
}

/** The text after `mask`, cut where it is longer than can be kept. */
export function boundedText(text: string, mask: (text: string) => string): string {
  const masked = mask(text.length > LONGEST_RESULT + MARGIN ? text.slice(0, LONGEST_RESULT + MARGIN) : text);
  if (text.length <= LONGEST_RESULT || masked.length <= LONGEST_RESULT) return masked.toWellFormed();
  const kept = masked.slice(0, LONGEST_RESULT).toWellFormed();
  return `${kept}\n[The result had ${text.length} characters; ${LONGEST_RESULT} are kept.]`;
}

function stringified(result: unknown): string | undefined {
  refuseIterator(result);
  try {
    return JSON.stringify(result);
  } catch {
    return undefined;
  }
}

/** JSON makes `{}` of a generator, a stream, a map or a set. */
function refuseIterator(result: unknown): void {
  if (typeof result !== 'object' || result === null || Array.isArray(result) || 'toJSON' in result) return;
  if (!(Symbol.asyncIterator in result || Symbol.iterator in result)) return;
  throw new CadenceError(
    'VALUE_NOT_STORABLE',
    'It returned a generator, a stream or a collection, which cannot be kept as text.',
    {
      hint: 'Collect it in the tool, and return an array or a string.',
    },
  );
}
