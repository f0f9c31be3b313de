// What people read when the rules of the service do not let a message in.

/** The answer of a run that was refused. */
export const refusalAnswer = (reason: string): string => `I cannot help with this. ${reason}`;

export const refusals = {
  notAllowed: 'Your message touches something that the rules for this service do not allow.',
  unchecked: 'Your message could not be checked against the rules for this service. Please try again later.',
  broken:
    'Your message has broken characters, so that I cannot be sure to read it as you meant it. Please send it again as plain text.',
  blank: 'Your message has nothing in it that can be read.',
  tooLong: (length: number, most: number) =>
    `Your message has ${length} characters, and ${most} is the most I can take. Please send a shorter one.`,
};
