export const safekeepingTexts = {
  hidden: 'Here is what is kept for how long, and the copies of the database.',
  retention: 'What is kept for how long',
  conversations: 'Conversations',
  conversationsKept: (days: number) => `Removed once untouched for ${days} ${days === 1 ? 'day' : 'days'}`,
  conversationsForever: 'Kept for good; set CADENCE_RETENTION_DAYS to have them removed',
  archive: 'Events and steps',
  archived: (days: number) =>
    `Moved to the archive ${days} ${days === 1 ? 'day' : 'days'} after the end of their run`,
  archivedNever:
    'Kept in the database; set CADENCE_ARCHIVE_URL and CADENCE_ARCHIVE_AFTER_DAYS to have them moved',
  due: 'Next sweep',
  dueCount: (count: number, isMore: boolean) =>
    `${isMore ? 'More than ' : ''}${count} ${count === 1 ? 'conversation' : 'conversations'} would go`,
  dueNothing: 'Nothing would be removed',
  sweep: 'Sweep now',
  sweepTitle: 'Sweep now?',
  sweepHint:
    'What is too old by the settings goes for good. Processes that carry out runs do the same every hour.',
  swept: (removed: number, archived: number) =>
    `Removed: ${removed} conversations. Archived: ${archived} runs.`,
  backups: 'Backups',
  backupsAbout:
    'Copies in the folder "backups" of the data folder, each with everything in it. Keep some elsewhere too. To put one back, stop all servers and run: cadence db restore FILE',
  elsewhere: 'The database is PostgreSQL: its own tools make copies of it. For example:',
  caption: 'Backups, newest first',
  columns: { name: 'File', size: 'Size', made: 'Made', actions: 'Actions' },
  none: 'There is none yet.',
  create: 'Back up now',
  created: (name: string) => `Made ${name}`,
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete "${name}"?`,
  removeHint: 'The copy is gone then. The database itself stays as it is.',
  removed: 'The backup is deleted',
} as const;
