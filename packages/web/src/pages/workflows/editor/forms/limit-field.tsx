import { defaultLimits, limitsSchema } from '@cadence-agents/contracts';
import { TextInput } from '../../../../components/text-input.tsx';
import { setWorkflowField } from '../../../../document/edit-workflow.ts';
import { inboxTexts } from '../../../../handoffs/inbox-texts.ts';
import { texts } from '../../../../texts.ts';
import type { Editing } from '../editing.ts';
import { formTexts as words } from './form-texts.ts';
import { problemAt } from './problem-at.ts';

type LimitName = keyof typeof defaultLimits;

/** One limit of the workflow: a number within its bounds or, where it may be switched off, "none". */
export function LimitField({ name, editing }: { name: LimitName; editing: Editing }) {
  const { text, draft, edit, problems } = editing;
  const schema = limitsSchema.shape[name];
  const hint = `${schema.description ?? ''} ${texts.workflows.editor.limitHint(defaultLimits[name])}`;
  const refuse = (typed: string) => {
    const value = limitValue(typed);
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    if (issue === undefined) return undefined;
    const { least, most } = inboxTexts.wrong;
    if (issue.code === 'too_small') return least(Number(issue.minimum) + (issue.inclusive === false ? 1 : 0));
    if (issue.code === 'too_big') return most(Number(issue.maximum));
    return words.limitBad(schema.safeParse(null).success);
  };
  return (
    <TextInput
      label={texts.workflows.editor.limits[name]}
      hint={hint}
      problem={problemAt(problems, ['limits', name])}
      value={limitText(draft.limits[name])}
      refuse={refuse}
      onCommit={(typed) => edit(setWorkflowField(text, ['limits', name], limitValue(typed)))}
    />
  );
}

const limitText = (value: unknown) =>
  value === undefined ? '' : value === null ? words.limitNone : String(value);

function limitValue(typed: string): number | null | undefined {
  const trimmed = typed.trim();
  if (trimmed === '') return undefined;
  return trimmed === words.limitNone ? null : Number(trimmed);
}
