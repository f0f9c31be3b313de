import { Wrench } from 'lucide-react';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { keyOf } from './argument-fields.ts';
import { ArgumentInput } from './argument-input.tsx';
import { inboxTexts } from './inbox-texts.ts';
import type { EditedCall } from './use-edited-arguments.ts';

const words = inboxTexts;

/** A call that waits for approval, with arguments that can be changed. */
export function CallEditor({ edited, disabled }: { edited: EditedCall; disabled: boolean }) {
  const { call, fields, isChanged } = edited;
  return (
    <fieldset className="min-w-0 rounded-lg border bg-sunken/60 p-3">
      <legend className="sr-only">{words.argumentsOf(call.name)}</legend>
      <div className="mb-2 flex min-h-7 items-center gap-2">
        <Wrench aria-hidden className="size-3.5 shrink-0 text-kind-tools" />
        <code className="min-w-0 truncate text-sm font-semibold">{call.name}</code>
        {isChanged && <Badge tone="accent">{words.argumentsChanged}</Badge>}
        {isChanged && (
          <Button size="sm" look="quiet" className="ml-auto" onClick={edited.reset}>
            {words.argumentsReset}
          </Button>
        )}
      </div>
      <div className="flex flex-col gap-2.5">
        {fields.map((field) => (
          <ArgumentInput
            key={keyOf(field)}
            field={field}
            label={field.path.length === 0 ? words.argumentsOf(call.name) : field.path.join(' › ')}
            disabled={disabled}
            onType={(text) => edited.type(field, text)}
          />
        ))}
      </div>
    </fieldset>
  );
}
