/** A note within what a user said, set off so that it is not taken for the user's words. */
export const inQuestion = (question: string, note: string): string =>
  `${question}\n\n<note from="the service, not the user">\n${note}\n</note>`;
