/** What is chosen in the picture, by its place in the definition. */
export type Selection = { type: 'node'; index: number } | { type: 'edge'; index: number };

export const sameSelection = (a: Selection | undefined, b: Selection | undefined) =>
  a?.type === b?.type && a?.index === b?.index;
