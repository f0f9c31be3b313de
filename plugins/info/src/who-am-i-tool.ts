import { type Tool, tool } from '@cadence-agents/sdk';
import { z } from 'zod';

export const whoAmITool: Tool = tool({
  name: 'who_am_i',
  description: 'Who the user is: the id of the account that is signed in to this conversation.',
  input: z.object({}),
  readOnly: true,
  run: (_args, { userId }) =>
    userId === undefined
      ? 'Nobody is signed in: the user is not known.'
      : `The user is signed in as "${userId}".`,
});
