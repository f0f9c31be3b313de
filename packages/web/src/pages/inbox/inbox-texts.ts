export const inboxTexts = { title: 'Inbox' } as const;
