import type { JsonObject } from '@cadence-agents/contracts';
import { objectIn } from '../document/object-in.ts';
import { objectTexts as words } from './object-texts.ts';
import { TextInput } from './text-input.tsx';

export interface ObjectInputProps {
  label: string;
  hint?: string;
  value: JsonObject;
  onCommit: (value: JsonObject) => void;
}

/** A JSON object as text; what is none is not taken. */
export function ObjectInput({ label, hint, value, onCommit }: ObjectInputProps) {
  return (
    <TextInput
      label={label}
      hint={hint}
      multiline
      mono
      value={JSON.stringify(value, null, 2)}
      refuse={(typed) => (objectIn(typed) ? undefined : words.bad)}
      onCommit={(typed) => onCommit(objectIn(typed) ?? value)}
    />
  );
}
