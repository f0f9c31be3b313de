import { Field, TextAreaField, TextField } from '../components/field.tsx';
import { Select } from '../components/select.tsx';
import { inboxTexts } from './inbox-texts.ts';
import type { EditedCall } from './use-edited-arguments.ts';

const LONG = 80;

export interface ArgumentInputProps {
  field: EditedCall['fields'][number];
  label: string;
  disabled?: boolean;
  onType: (text: string) => void;
}

/** The control for one argument, by its kind. */
export function ArgumentInput({ field, label, disabled = false, onType }: ArgumentInputProps) {
  const { kind, text, problem, isRequired } = field;
  const hint = field.hint ?? (kind === 'lines' ? inboxTexts.linesHint : undefined);
  const told = { label, hint, error: problem };
  const change = ({ target }: { target: { value: string } }) => onType(target.value);
  if (kind === 'choice' || kind === 'boolean') {
    const values = kind === 'boolean' ? ['true', 'false'] : field.options;
    const options = values.map((value) => ({
      value,
      label: kind === 'boolean' ? inboxTexts.yesNo[value === 'true' ? 'yes' : 'no'] : value,
    }));
    return (
      <Field {...told}>
        {({ id }) => (
          <Select
            id={id}
            label={label}
            value={text === '' ? undefined : text}
            options={options}
            placeholder={isRequired ? '' : inboxTexts.notGiven}
            disabled={disabled}
            onChange={onType}
          />
        )}
      </Field>
    );
  }
  const isLong = text.length > LONG || text.includes('\n');
  if (kind === 'number' || (kind === 'text' && !isLong))
    return (
      <TextField
        {...told}
        value={text}
        disabled={disabled}
        inputMode={kind === 'number' ? 'decimal' : 'text'}
        onChange={change}
      />
    );
  return (
    <TextAreaField
      {...told}
      value={text}
      rows={Math.min(12, Math.max(3, text.split('\n').length))}
      spellCheck={kind !== 'json'}
      disabled={disabled}
      style={kind === 'json' ? { fontFamily: 'var(--font-mono)', fontSize: 12 } : {}}
      onChange={change}
    />
  );
}
