import { promptVariables } from '@cadence-agents/contracts';
import { Braces } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { TextAreaField } from '../../components/field.tsx';
import { Menu } from '../../components/menu.tsx';
import { agentsTexts } from './agents-texts.ts';

const words = agentsTexts.editor;

export interface PromptFieldProps {
  value: string;
  disabled: boolean;
  error: string | undefined;
  onChange: (prompt: string) => void;
}

/** A prompt, and what it can name of the user: put in where the cursor is. */
export function PromptField({ value, disabled, error, onChange }: PromptFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const written = `{{${name}}}`;
    const { selectionStart: from = value.length, selectionEnd: to = from } = area.current ?? {};
    onChange(value.slice(0, from) + written + value.slice(to));
    // Once it is drawn, the cursor stands behind it.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from + written.length, from + written.length);
    });
  };
  return (
    <div className="flex flex-col gap-1.5">
      <TextAreaField
        ref={area}
        label={words.prompt}
        hint={words.promptHint}
        rows={7}
        value={value}
        disabled={disabled}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      {!disabled && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Menu
            align="start"
            trigger={
              <Button size="sm" icon={<Braces aria-hidden />}>
                {words.insertVariable}
              </Button>
            }
            items={Object.entries(promptVariables).map(([name, meaning]) => ({
              ...{ id: name, label: name, description: meaning },
              onSelect: () => insert(name),
            }))}
          />
          <p className="min-w-0 flex-1 text-xs text-faint">{words.variablesHint}</p>
        </div>
      )}
    </div>
  );
}
