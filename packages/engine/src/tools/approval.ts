// What a person can say of calls that need approval, and how they may change them.
import { CadenceError, type HandoffAnswer, type Tool, type ToolCall } from '@cadence-agents/contracts';
import { z } from 'zod';

export const APPROVE = 'approve';
export const REJECT = 'reject';

/**
 * Throws unless every change fits: to a call that waits, which is approved, by arguments that its tool takes. Checked
 * when the answer is given, so that the question stays open and the call does not run as it was; by tools that are
 * elsewhere, when they run.
 */
export function checkEdits(
  calls: readonly ToolCall[],
  { label, args = {}, declined = {}, results = {} }: HandoffAnswer,
  toolOf: ((name: string) => Tool | undefined) | 'elsewhere',
): void {
  for (const id of Object.keys({ ...declined, ...results }))
    if (!calls.some((waiting) => waiting.id === id)) throw noCall(id, calls);
  for (const [id, edited] of Object.entries(args)) {
    const call = calls.find((waiting) => waiting.id === id);
    if (!call) throw noCall(id, calls);
    if (label !== APPROVE) {
      throw new CadenceError(
        'INPUT_INVALID',
        `The call "${id}" is given other arguments, and is not approved.`,
        {
          hint: `Answer with "${APPROVE}", or leave the arguments out.`,
        },
      );
    }
    if (toolOf === 'elsewhere') continue;
    const tool = toolOf(call.name);
    if (!tool) {
      throw new CadenceError(
        'INPUT_INVALID',
        `The arguments of "${call.name}" cannot be checked: there is no such tool now.`,
        {
          hint: 'Load the plugin that brings it, and answer again.',
        },
      );
    }
    const checked = tool.input.safeParse(edited);
    if (checked.success) continue;
    const problems = z.prettifyError(checked.error);
    throw new CadenceError(
      'INPUT_INVALID',
      `The arguments of the call "${id}" do not fit "${call.name}":\n${problems}`,
      {
        hint: 'Mend them and answer again; the approval still waits.',
        details: checked.error.issues.map(({ path, message }) => ({
          path: ['args', id, ...path].join('.'),
          message,
        })),
      },
    );
  }
}

function noCall(id: string, calls: readonly ToolCall[]): CadenceError {
  const ids = calls.map((call) => `"${call.id}"`).join(', ');
  return new CadenceError('INPUT_INVALID', `No call "${id}" waits for approval here.`, {
    hint: ids === '' ? 'This hand-off has no calls: leave "args" out.' : `These wait: ${ids}.`,
  });
}
