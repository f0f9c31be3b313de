/** The words of the editor's frame and canvas. */
export const frameTexts = {
  tabs: { canvas: 'Canvas', edit: 'Edit', json: 'JSON' },
  side: 'What can be edited, tried and proved',
  needsAuthor: 'You can read this; changing workflows needs the role "author".',
} as const;
