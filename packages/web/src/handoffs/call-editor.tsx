import type { ToolCall } from '@cadence/contracts';
import { Wrench } from 'lucide-react';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { TextAreaField } from '../components/field.tsx';
import { texts } from '../texts.ts';
import { readArguments } from './read-arguments.ts';

const words = texts.inbox;

export interface CallEditorProps {
  call: ToolCall;
  /** What was typed; the call's own arguments when `undefined`. */
  text: string | undefined;
  disabled: boolean;
  onChange: (text: string | undefined) => void;
}

/** A call that waits for approval, with arguments that can be changed. */
export function CallEditor({ call, text, disabled, onChange }: CallEditorProps) {
  const given = JSON.stringify(call.args, null, 2);
  const shown = text ?? given;
  const isChanged = text !== undefined && text !== given;
  return (
    <div className="rounded-lg border bg-sunken/60 p-3">
      <div className="mb-2 flex min-h-7 items-center gap-2">
        <Wrench aria-hidden className="size-3.5 shrink-0 text-kind-tools" />
        <code className="min-w-0 truncate text-sm font-semibold">{call.name}</code>
        {isChanged && <Badge tone="accent">{words.argumentsChanged}</Badge>}
        {isChanged && (
          <Button size="sm" look="quiet" className="ml-auto" onClick={() => onChange(undefined)}>
            {words.argumentsReset}
          </Button>
        )}
      </div>
      <TextAreaField
        label={words.argumentsOf(call.name)}
        value={shown}
        rows={Math.min(12, Math.max(3, shown.split('\n').length))}
        spellCheck={false}
        disabled={disabled}
        error={readArguments(shown).problem}
        style={{ fontFamily: 'var(--font-mono)', fontSize: 12 }}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
