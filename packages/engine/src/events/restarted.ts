/** Text of a message is void from an offset on: readers drop what they have of it. */
export type Restarted = {
  status: 'answer_restarted';
  messageId?: string;
  offset: number;
  /** The message in its place, if one is begun. */
  next?: string;
};

export const restarted = (messageId: string | undefined, next?: string): Restarted => ({
  status: 'answer_restarted',
  ...(messageId !== undefined && { messageId }),
  offset: 0,
  ...(next !== undefined && { next }),
});
