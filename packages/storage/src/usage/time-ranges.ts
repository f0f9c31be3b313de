/** Rows of one span that start in it. */
export interface Range {
  span: number;
  from: number;
  to: number;
}

/** Of what is being added up now, the end is not known. */
export const FOREVER = Number.MAX_SAFE_INTEGER;

export const floor = (time: number, span: number): number => Math.floor(time / span) * span;

/** As much as can be by the long span, and what is left at both ends by the short one. */
export function* rangesOf(short: number, long: number, from: number, to: number): Generator<Range> {
  const first = -floor(-from, long);
  const last = Math.max(first, to === FOREVER ? to : floor(to, long));
  if (first >= to) return yield { span: short, from, to };
  if (from < first) yield { span: short, from, to: first };
  if (first < last) yield { span: long, from: first, to: last };
  if (last < to) yield { span: short, from: last, to };
}
