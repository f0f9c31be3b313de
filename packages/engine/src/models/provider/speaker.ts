import type { AssistantMessage } from '@cadence-agents/contracts';

/** Whether somebody other than the one who is asked said it. */
export const isOthers = ({ agent = '' }: AssistantMessage, speaker: string | undefined): boolean =>
  speaker !== undefined && agent !== '' && agent !== speaker;

/** What somebody else said, under their name: most providers show a model all of it as its own words. */
export const withSpeaker = ({ agent = '', content }: AssistantMessage): string =>
  content.trim() === '' ? '' : `[${agent}] ${content}`;
