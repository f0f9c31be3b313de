// Parts of prompts that the planner, the verifier and the generator share.
import type { TurnState } from '@cadence-agents/contracts';
import { planSlot, type TriedCall } from '../planning/scratchpad.ts';
import { charsOf, cutMiddle, cutToTokens, shares } from '../window/context-window.ts';
import { applicationAsks, undone as notDone } from './prompts.ts';

export const joinSections = (...sections: readonly (string | undefined)[]): string =>
  sections.filter(Boolean).join('\n\n');

/** What was said before the messages that are sent. */
export function summarySection(summary: string, windowTokens: number): string {
  return summary === ''
    ? ''
    : `What was said earlier, in short:\n${cutToTokens(summary, Math.floor(windowTokens * shares.summary))}`;
}

export const callerSection = (instructions: string): string =>
  `${applicationAsks}\n<application>\n${instructions}\n</application>`;

export function userSection(turn: TurnState): string {
  const { userContext } = planSlot.get(turn);
  if (!userContext) return '';
  const { name, roles, preferences } = userContext;
  const known = [
    ...(name ? [`name ${name}`] : []),
    ...(roles.length > 0 ? [`roles ${roles.join(', ')}`] : []),
    ...(Object.keys(preferences).length > 0 ? [`preferences ${JSON.stringify(preferences)}`] : []),
  ];
  return known.length === 0 ? '' : cutMiddle(`About the user: ${known.join('; ')}.`, 500);
}

/** What earlier plans did, and what is still open. */
export function triedSection(turn: TurnState, windowTokens: number): string {
  const { tried, missing, undone } = planSlot.get(turn).scratchpad;
  const lines = tried.map(lineOf);
  return cutMiddle(
    joinSections(
      lines.length > 0 ? `Tried so far:\n${lines.join('\n')}` : '',
      undone.length > 0 ? `Not done:\n${undone.map((call) => `- ${call}`).join('\n')}\n${notDone}` : '',
      missing ? `Still missing: ${missing}` : '',
    ),
    charsOf(windowTokens, shares.remarks),
  );
}

const lineOf = ({ tool, args, outcome }: TriedCall) => `- ${tool} ${JSON.stringify(args)}: ${outcome}`;
