import { limitsSchema } from '@cadence-agents/contracts';
import { SlidersHorizontal } from 'lucide-react';
import { TextInput } from '../../../components/text-input.tsx';
import { setWorkflowField } from '../../../document/edit-workflow.ts';
import { texts } from '../../../texts.ts';
import type { Editing } from './editing.ts';
import { DescribeChange } from './forms/describe-change.tsx';
import { formTexts } from './forms/form-texts.ts';
import { LimitField } from './forms/limit-field.tsx';
import { PoliciesField } from './forms/policies-field.tsx';
import { problemAt } from './forms/problem-at.ts';
import { SwitchField } from './forms/switch-field.tsx';
import { Panel } from './panel.tsx';

const words = texts.workflows.editor;
const limitNames = limitsSchema.keyof().options;

/** The settings of the workflow as a whole. */
export function WorkflowPanel({ editing }: { editing: Editing }) {
  const { text, draft, edit, readOnly, problems } = editing;
  const set = (name: string, value: string | boolean) => edit(setWorkflowField(text, [name], value));
  return (
    <Panel title={words.settings} icon={<SlidersHorizontal aria-hidden />}>
      <DescribeChange editing={editing} />
      <fieldset disabled={readOnly} className="flex flex-col gap-3">
        <TextInput
          label={words.name}
          value={draft.name ?? ''}
          problem={problemAt(problems, ['name'])}
          refuse={(name) => (name.trim() === '' ? words.nameMissing : undefined)}
          onCommit={(name) => set('name', name)}
        />
        <TextInput
          label={words.description}
          multiline
          value={draft.description ?? ''}
          problem={problemAt(problems, ['description'])}
          onCommit={(description) => set('description', description)}
        />
        <SwitchField
          label={words.conversational}
          hint={formTexts.conversationalHint}
          checked={draft.isConversational}
          onChange={(checked) => set('isConversational', checked)}
        />
        <h3 className="mt-1 border-t pt-3 text-xs font-semibold">{formTexts.limits}</h3>
        {limitNames.map((name) => (
          <LimitField key={name} name={name} editing={editing} />
        ))}
        <PoliciesField editing={editing} />
      </fieldset>
    </Panel>
  );
}
