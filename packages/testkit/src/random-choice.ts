/** Choices drawn from one source of numbers from 0 up to 1. */
export interface RandomChoice {
  chance(probability: number): boolean;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** One of the items, `undefined` when there are none. */
  pick<T>(items: readonly T[]): T | undefined;
}

export function randomChoice(random: () => number): RandomChoice {
  const whole = (least: number, most: number) =>
    Math.min(most, least + Math.floor(random() * (most - least + 1)));
  return {
    whole,
    chance: (probability) => random() < probability,
    pick: (items) => items[whole(0, items.length - 1)],
  };
}
