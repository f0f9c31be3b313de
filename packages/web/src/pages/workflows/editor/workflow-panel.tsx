import { defaultLimits, limitsSchema } from '@cadence/contracts';
import { SlidersHorizontal } from 'lucide-react';
import { Switch } from 'radix-ui';
import { useId } from 'react';
import { setWorkflowField } from '../../../document/edit-workflow.ts';
import { texts } from '../../../texts.ts';
import type { Editing } from './editing.ts';
import { Panel } from './panel.tsx';
import { TextInput } from './text-input.tsx';

const words = texts.workflows.editor;
const limitNames = limitsSchema.keyof().options;

/** The settings of the workflow as a whole. */
export function WorkflowPanel({ editing }: { editing: Editing }) {
  const { text, draft, edit, focus, readOnly } = editing;
  const set = (path: readonly string[], value: string | number | boolean | null | undefined) =>
    edit(setWorkflowField(text, path, value));
  return (
    <Panel title={words.settings} icon={<SlidersHorizontal aria-hidden />} onClose={() => focus(undefined)}>
      <fieldset disabled={readOnly} className="flex flex-col gap-3">
        <TextInput
          label={words.name}
          value={draft.name ?? ''}
          refuse={(name) => (name.trim() === '' ? words.nameMissing : undefined)}
          onCommit={(name) => set(['name'], name)}
        />
        <TextInput
          label={words.description}
          multiline
          value={draft.description ?? ''}
          onCommit={(description) => set(['description'], description)}
        />
        <Conversational
          checked={draft.isConversational}
          onChange={(checked) => set(['isConversational'], checked)}
        />
        {limitNames.map((name) => (
          <TextInput
            key={name}
            label={words.limits[name]}
            hint={words.limitHint(defaultLimits[name])}
            value={limitText(draft.limits[name])}
            refuse={(typed) => (/^(\d*|none)$/.test(typed.trim()) ? undefined : words.limitBad)}
            onCommit={(typed) => set(['limits', name], limitValue(typed.trim()))}
          />
        ))}
      </fieldset>
    </Panel>
  );
}

const limitText = (value: unknown) => (value === undefined ? '' : value === null ? 'none' : String(value));
const limitValue = (typed: string) => (typed === '' ? undefined : typed === 'none' ? null : Number(typed));

function Conversational({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-3">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {words.conversational}
      </label>
      <Switch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        className="h-5 w-9 shrink-0 rounded-full border border-line-strong bg-sunken p-px transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Switch.Thumb className="block size-4 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
      </Switch.Root>
    </div>
  );
}
