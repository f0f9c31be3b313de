import type { JsonValue } from '@cadence-agents/contracts';
import { ChipsInput } from '../../../../components/chips-input.tsx';
import { Field } from '../../../../components/field.tsx';
import { Select } from '../../../../components/select.tsx';
import { TextInput } from '../../../../components/text-input.tsx';
import type { ArgumentField } from '../../../../handoffs/argument-fields.ts';
import { inboxTexts } from '../../../../handoffs/inbox-texts.ts';
import { formTexts as words } from './form-texts.ts';
import { isListsByName, ListsByName, listsIn } from './lists-by-name.tsx';

const UNSET = 'not set';
const MUCH = 300;
const longNames = /prompt|instructions|policy|question|description/i;

export interface SchemaFieldProps {
  field: ArgumentField;
  /** Its value, as it stands in the field. */
  text: string;
  /** What the checker says of it. */
  problem: string | undefined;
  suggestions: readonly string[];
  disabled: boolean;
  refuse: (text: string) => string | undefined;
  onCommit: (text: string) => void;
}

/** The control for one field of a schema: what was typed is checked before it is taken. */
export function SchemaField(props: SchemaFieldProps) {
  const { field, text, problem, suggestions, disabled, refuse, onCommit } = props;
  const { kind, schema } = field;
  const label = labelOf(field);
  // Descriptions of schemas are Markdown.
  const told = field.hint?.replaceAll('`', '');
  const hint = [told, kind === 'number' ? rangeOf(field) : ''].filter(Boolean).join(' ');
  if (kind === 'choice' || kind === 'boolean')
    return (
      <Field label={label} hint={hint} error={problem}>
        {({ id }) => (
          <Select
            id={id}
            label={label}
            value={text === '' ? UNSET : text}
            options={[...(field.isRequired ? [] : [{ value: UNSET, label: words.unset }]), ...options(field)]}
            disabled={disabled}
            onChange={(value) => onCommit(value === UNSET ? '' : value)}
          />
        )}
      </Field>
    );
  if (kind === 'lines')
    return (
      <ChipsInput
        label={label}
        hint={hint}
        problem={problem}
        values={text === '' ? [] : text.split('\n')}
        suggestions={suggestions}
        disabled={disabled}
        onChange={(values) => onCommit(values.join('\n'))}
      />
    );
  const lists = isListsByName(schema) ? listsIn(jsonIn(text)) : undefined;
  if (lists)
    return (
      <ListsByName
        {...{ label, hint, problem, lists, suggestions, disabled }}
        onChange={(next) => onCommit(Object.keys(next).length === 0 ? '' : JSON.stringify(next))}
      />
    );
  const { maxLength } = schema;
  const isLong =
    kind === 'json' ||
    (kind === 'text' &&
      ((typeof maxLength === 'number' && maxLength > MUCH) ||
        longNames.test(field.path.at(-1) ?? '') ||
        text.includes('\n')));
  return (
    <TextInput
      label={label}
      hint={hint}
      problem={problem}
      multiline={isLong}
      mono={kind === 'json'}
      value={text}
      suggestions={suggestions}
      refuse={refuse}
      onCommit={onCommit}
    />
  );
}

/** The name of a field in words: `maxReplans` is "Max replans". */
function labelOf({ path }: Pick<ArgumentField, 'path'>): string {
  const words = path
    .join(' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function options({ kind, options }: ArgumentField) {
  if (kind === 'choice') return options.map((value) => ({ value, label: value }));
  const { yes, no } = inboxTexts.yesNo;
  return [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ];
}

function rangeOf({ schema }: ArgumentField): string {
  const { minimum, maximum, exclusiveMinimum } = schema;
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : undefined;
  const least = typeof minimum === 'number' ? minimum : above;
  const most = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  return words.range(least, most);
}

const jsonIn = (text: string): JsonValue | undefined => (text === '' ? undefined : JSON.parse(text));
