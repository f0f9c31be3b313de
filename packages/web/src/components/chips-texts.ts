export const chipsTexts = {
  hint: 'Press Enter after each.',
  remove: (entry: string) => `Remove ${entry}`,
} as const;
