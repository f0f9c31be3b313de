export const usageTexts = { title: 'Usage' } as const;
