/** One line of what a bench found. */
export interface Figure {
  what: string;
  value: string;
  /** Over how many rounds the value is a median. */
  rounds?: number | undefined;
  /** Figures without one are told for information. */
  target?: { text: string; met: boolean } | undefined;
}

/** A figure that may be so large at most. */
export function atMost(what: string, value: number, limit: number, show: (value: number) => string): Figure {
  return { what, value: show(value), target: { text: `at most ${show(limit)}`, met: value <= limit } };
}

export const times = (ratio: number): string => `${ratio.toFixed(2)}×`;

export function printFigures(bench: string, figures: readonly Figure[]): void {
  const widest = (column: (figure: Figure) => string) =>
    Math.max(...figures.map((one) => column(one).length));
  const [whatWidth, valueWidth] = [widest(({ what }) => what), widest(({ value }) => value)];
  console.log(`\n${bench}`);
  for (const { what, value, target } of figures) {
    const verdict = target ? `  ${target.text}: ${target.met ? 'met' : 'MISSED'}` : '';
    console.log(`  ${what.padEnd(whatWidth)}  ${value.padStart(valueWidth)}${verdict}`);
  }
}
