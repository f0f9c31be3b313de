/** How much larger the last `window` values are than the first ones, taken together. */
export function growthRatio(values: readonly number[], window: number): number {
  return total(values.slice(-window)) / total(values.slice(0, window));
}

export const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
