import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { chipsTexts as words } from './chips-texts.ts';
import { Field, inputClasses } from './field.tsx';

export interface ChipsInputProps {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  values: readonly string[];
  suggestions?: readonly string[];
  disabled: boolean;
  onChange: (values: readonly string[]) => void;
}

/** A list of short texts, each with a way to take it out. */
export function ChipsInput(props: ChipsInputProps) {
  const { label, hint, problem, values, suggestions = [], disabled, onChange } = props;
  const [typed, setTyped] = useState('');
  const listId = useId();
  const add = () => {
    const value = typed.trim();
    if (value !== '' && !values.includes(value)) onChange([...values, value]);
    setTyped('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      add();
    }
  };
  return (
    <Field label={label} hint={hint ?? words.hint} error={problem}>
      {(control) => (
        <>
          {values.length > 0 && (
            <ul aria-label={label} className="flex flex-wrap gap-1">
              {values.map((value) => (
                <li
                  key={value}
                  className="flex h-6 max-w-full items-center gap-1 rounded-full border bg-sunken pr-0.5 pl-2 text-xs"
                >
                  <span className="truncate">{value}</span>
                  <button
                    type="button"
                    disabled={disabled}
                    aria-label={words.remove(value)}
                    onClick={() => onChange(values.filter((other) => other !== value))}
                    className="rounded-full p-0.5 text-muted hover:bg-hover hover:text-ink"
                  >
                    <X aria-hidden className="size-3.5" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            className={`${inputClasses} h-8`}
            value={typed}
            list={suggestions.length > 0 ? listId : undefined}
            disabled={disabled}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={press}
            onBlur={add}
          />
          <datalist id={listId}>
            {suggestions
              .filter((each) => !values.includes(each))
              .map((each) => (
                <option key={each} value={each} />
              ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
