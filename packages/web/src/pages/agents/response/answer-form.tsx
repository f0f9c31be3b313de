import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { ChipsInput } from '../../../components/chips-input.tsx';
import { Field } from '../../../components/field.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Select } from '../../../components/select.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { freeName } from '../../../document/free-name.ts';
import { type AnswerField, type AnswerObject, answerTypes, newField } from './answer-fields.ts';
import { responseTexts as words } from './response-texts.ts';

export interface AnswerFormProps {
  object: AnswerObject;
  /** The field that it is the inside of. */
  of?: string;
  disabled: boolean;
  onChange: (object: AnswerObject) => void;
}

/** The fields of an answer, or of an object in it. */
export function AnswerForm({ object, of, disabled, onChange }: AnswerFormProps) {
  const { fields } = object;
  const isTaken = (name: string) => fields.some((field) => field.name === name);
  const put = (name: string, next: AnswerField | undefined) =>
    onChange({
      ...object,
      fields: fields.flatMap((field) => (field.name === name ? (next ?? []) : [field])),
    });
  const add = () => onChange({ ...object, fields: [...fields, newField(freeName(words.newName, isTaken))] });
  return (
    <>
      {fields.map((field) => (
        <fieldset
          key={field.name}
          aria-label={words.field(field.name)}
          className="flex flex-col gap-2 rounded-lg border p-2.5"
        >
          <FieldForm {...{ field, isTaken, disabled }} onChange={(next) => put(field.name, next)} />
        </fieldset>
      ))}
      <Button size="sm" className="self-start" icon={<Plus aria-hidden />} disabled={disabled} onClick={add}>
        {of === undefined ? words.add : words.addIn(of)}
      </Button>
    </>
  );
}

interface FieldFormProps {
  field: AnswerField;
  isTaken: (name: string) => boolean;
  disabled: boolean;
  /** Without a field it is taken out. */
  onChange: (field: AnswerField | undefined) => void;
}

function FieldForm({ field, isTaken, disabled, onChange }: FieldFormProps) {
  const { name, type, isList, isRequired, description, options, inner } = field;
  const refuse = (typed: string) => {
    if (typed.trim() === '') return words.nameMissing;
    return typed.trim() !== name && isTaken(typed.trim()) ? words.nameTaken : undefined;
  };
  return (
    <>
      <div className="flex items-end gap-1">
        <div className="min-w-0 grow">
          <TextInput
            label={words.name}
            value={name}
            refuse={refuse}
            onCommit={(typed) => onChange({ ...field, name: typed.trim() })}
          />
        </div>
        <IconButton
          label={words.remove(name)}
          icon={<Trash2 aria-hidden />}
          disabled={disabled}
          onClick={() => onChange(undefined)}
        />
      </div>
      <Field label={words.type}>
        {({ id }) => (
          <Select
            id={id}
            label={words.type}
            value={type}
            options={answerTypes.map((value) => ({ value, label: words.types[value] }))}
            disabled={disabled}
            onChange={(value) =>
              onChange({ ...field, type: answerTypes.find((each) => each === value) ?? type })
            }
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <Tick
          label={words.required}
          checked={isRequired}
          onChange={(now) => onChange({ ...field, isRequired: now })}
        />
        <Tick label={words.list} checked={isList} onChange={(now) => onChange({ ...field, isList: now })} />
      </div>
      <TextInput
        label={words.description}
        value={description}
        onCommit={(typed) => onChange({ ...field, description: typed.trim() })}
      />
      {type === 'string' && (
        <ChipsInput
          label={words.options}
          values={options}
          disabled={disabled}
          onChange={(values) => onChange({ ...field, options: values })}
        />
      )}
      {type === 'object' && (
        <AnswerForm
          object={inner}
          of={name}
          disabled={disabled}
          onChange={(next) => onChange({ ...field, inner: next })}
        />
      )}
    </>
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

const Tick = ({ label, checked, onChange }: TickProps) => (
  <label className="flex items-center gap-1.5 text-xs">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
);
