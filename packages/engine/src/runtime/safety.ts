// The rules of the service, whatever the workflow: where a message comes in, and where a tool is called.
import type { Message, RunState, TurnState, UserProfile } from '@cadence-agents/contracts';
import type { Refusal } from '../nodes/ingress.ts';
import type { NodeContext } from '../nodes/node-behaviour.ts';
import { turnStart } from '../prompts/turn-messages.ts';
import { onlyGranted } from '../tools/granted-tools.ts';

export interface Safety {
  /** Why what somebody wrote may not be worked on, if it may not. */
  refusalOf: (text: string, context: NodeContext) => Promise<Refusal | undefined>;
  /** The tools that somebody may use, or `null` for all. */
  toolsOf: (profile: UserProfile | undefined) => ReadonlySet<string> | null;
}

interface RefusedMessage extends Refusal {
  /** Absent where it was an answer to a hand-off, which is in no message yet. */
  asked: Message | undefined;
}

/** Looks at what somebody wrote: the message that a run begins with, or the answer that it goes on with. */
export async function refusalAtEntry(
  { refusalOf }: Safety,
  { messages, turn }: RunState,
  context: NodeContext,
): Promise<RefusedMessage | undefined> {
  if (turn.counters.steps > 1) return undefined;
  const asked = turn.handoffAnswer ? undefined : messages[turnStart(messages)];
  const written = turn.handoffAnswer ? ownWords(turn.handoffAnswer) : asked?.content;
  const refusal = written === undefined ? undefined : await refusalOf(written, context);
  return refusal && { ...refusal, asked };
}

/** What somebody added to the choice that they made. */
function ownWords(answer: NonNullable<TurnState['handoffAnswer']>): string | undefined {
  const { text, label, declined = {}, results = {} } = answer;
  const said = [text === label ? '' : text, ...Object.values(declined), ...Object.values(results)];
  const words = said.filter((each) => each.trim() !== '');
  return words.length === 0 ? undefined : words.join('\n');
}

/** By what all visits of a run share. */
const grants = new WeakMap<object, Promise<ReadonlySet<string> | null>>();

/** The part of a node's context that the rules change: no tool runs that they do not grant. Looked up once a run. */
export function withGrants(
  { toolsOf }: Safety,
  run: object,
  { profile, runTools }: Pick<NodeContext, 'profile' | 'runTools'>,
): Pick<NodeContext, 'granted' | 'runTools'> {
  const granted = () => {
    const known = grants.get(run) ?? profile().then(toolsOf);
    grants.set(run, known);
    return known;
  };
  return {
    granted,
    runTools: async (calls, options) => {
      const tools = await granted();
      return runTools(calls, tools ? onlyGranted(options, tools) : options);
    },
  };
}
