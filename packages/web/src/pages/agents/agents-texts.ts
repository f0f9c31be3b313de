export const agentsTexts = { title: 'Agents' } as const;
