export const objectTexts = { bad: 'This is no JSON object.' } as const;
