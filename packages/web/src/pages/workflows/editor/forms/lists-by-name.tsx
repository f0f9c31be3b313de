import { isJsonObject, type JsonObject, type JsonValue } from '@cadence-agents/contracts';
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { ChipsInput } from '../../../../components/chips-input.tsx';
import { TextField } from '../../../../components/field.tsx';
import { IconButton } from '../../../../components/icon-button.tsx';
import { formTexts } from './form-texts.ts';

const words = formTexts.byName;

/** Whether a schema is of lists of short texts, each under a name of its own. */
export function isListsByName({ type, additionalProperties }: JsonObject): boolean {
  if (type !== 'object' || !isJsonObject(additionalProperties)) return false;
  const { type: each, items } = additionalProperties;
  return each === 'array' && isJsonObject(items) && items.type === 'string';
}

/** The lists, where the value is nothing else. */
export function listsIn(value: JsonValue | undefined): Record<string, string[]> | undefined {
  if (value === undefined) return {};
  if (!isJsonObject(value)) return undefined;
  const lists: Record<string, string[]> = {};
  for (const [name, list] of Object.entries(value)) {
    if (!Array.isArray(list) || !list.every((each) => typeof each === 'string')) return undefined;
    lists[name] = list;
  }
  return lists;
}

export interface ListsByNameProps {
  label: string;
  hint: string;
  problem: string | undefined;
  lists: Record<string, string[]>;
  suggestions: readonly string[];
  disabled: boolean;
  onChange: (lists: Record<string, string[]>) => void;
}

/** Names, each with a list: the tools of each role. */
export function ListsByName(props: ListsByNameProps) {
  const { label, hint, problem, lists, suggestions, disabled, onChange } = props;
  const [typed, setTyped] = useState('');
  const add = () => {
    const name = typed.trim();
    if (name !== '' && !Object.hasOwn(lists, name)) onChange({ ...lists, [name]: [] });
    setTyped('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(lists).filter(([other]) => other !== name));
  return (
    <fieldset aria-label={label} className="flex flex-col gap-2 rounded-lg border p-2.5">
      {Object.entries(lists).map(([name, values]) => (
        <div key={name} className="flex items-start gap-1">
          <div className="min-w-0 grow">
            <ChipsInput
              label={words.entry(label, name)}
              values={values}
              suggestions={suggestions}
              disabled={disabled}
              onChange={(chosen) => onChange({ ...lists, [name]: [...chosen] })}
            />
          </div>
          <IconButton
            size="sm"
            label={words.remove(label, name)}
            icon={<X aria-hidden />}
            disabled={disabled}
            onClick={() => onChange(without(name))}
          />
        </div>
      ))}
      <TextField
        label={words.add(label)}
        hint={`${hint} ${words.addHint}`}
        error={problem}
        value={typed}
        disabled={disabled}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={press}
        onBlur={add}
      />
    </fieldset>
  );
}
