import { useId, useState } from 'react';
import { TextAreaField, TextField } from './field.tsx';

export interface TextInputProps {
  label: string;
  value: string;
  /** Called when the field is left or Enter is pressed, with something new in it. */
  onCommit: (value: string) => void;
  /** Why a value cannot be taken, if so. */
  refuse?: (value: string) => string | undefined;
  hint?: string | undefined;
  /** What is wrong with the value that it has. */
  problem?: string | undefined;
  multiline?: boolean;
  mono?: boolean;
  suggestions?: readonly string[];
}

/** A field that changes the document once, not at every key. */
export function TextInput({
  label,
  value,
  onCommit,
  refuse,
  hint,
  problem,
  multiline,
  mono,
  suggestions,
}: TextInputProps) {
  const ownId = useId();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? value;
  const error = typed === undefined ? problem : refuse?.(typed);
  const commit = () => {
    if (typed === undefined || refuse?.(typed) !== undefined) return;
    if (typed !== value) onCommit(typed);
    setTyped(undefined);
  };
  const listId = suggestions && suggestions.length > 0 ? `${ownId}-suggestions` : undefined;
  const shared = { label, hint, error, value: shown, onBlur: commit };
  const style = mono === true ? { style: { fontFamily: 'var(--font-mono)', fontSize: 12 } } : {};
  if (multiline === true)
    return (
      <TextAreaField {...shared} {...style} rows={5} onChange={(event) => setTyped(event.target.value)} />
    );
  return (
    <>
      <TextField
        {...shared}
        {...style}
        list={listId}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {listId !== undefined && (
        <datalist id={listId}>
          {suggestions?.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}
