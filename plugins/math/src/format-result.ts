import type { MathJsInstance } from 'mathjs';

const digits = 14;
const longestResult = 4000;

/** Values as people write them: exact where they are whole, otherwise with 14 significant digits. */
export function createFormatter(math: MathJsInstance): (value: unknown) => string {
  const formatNumber = (value: unknown): string => {
    if (Number.isSafeInteger(value) || typeof value === 'bigint') return String(value);
    // Whoever asks for a BigNumber wants its digits.
    if (math.typeOf(value) === 'BigNumber') return math.format(value, { lowerExp: -7, upperExp: 100 });
    return math.format(value, { precision: digits, lowerExp: -7, upperExp: 15 });
  };
  return (given) => {
    // Of several expressions the last is the answer, as in `f(x) = x^2; f(4)`.
    const value: unknown = math.isResultSet(given) ? given.entries.at(-1) : given;
    if (value === undefined) throw new Error('it has no value');
    if (typeof value === 'function') throw new Error('it is a function and not a value');
    if (typeof value === 'string') return bounded(value);
    if (typeof value !== 'number') return bounded(math.format(value, formatNumber));
    if (Number.isNaN(value)) throw new Error('the result is not a number');
    if (!Number.isFinite(value)) throw new Error('it divides by zero, or the result is too large');
    return formatNumber(value);
  };
}

function bounded(text: string): string {
  if (text.length > longestResult) throw new Error('the result is too long to show');
  return text;
}
