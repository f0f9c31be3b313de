import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { modelList, modelPrices } from '../../../api/models.ts';
import { Disclosure } from '../../../components/disclosure.tsx';
import { Field, TextAreaField, TextField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { texts } from '../../../texts.ts';
import { MessageForm } from '../message-form.tsx';
import type { CallDraft } from './call-draft.ts';
import { callsTexts } from './calls-texts.ts';

const words = callsTexts;

export interface CallFieldsProps {
  draft: CallDraft;
  /** What is wrong, by the name of the field. */
  problems: Readonly<Record<string, string>>;
  onChange: (draft: CallDraft) => void;
}

/** A request to a model, to be changed. */
export function CallFields({ draft, problems, onChange }: CallFieldsProps) {
  const change = (part: Partial<CallDraft>) => onChange({ ...draft, ...part });
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
        <ModelField value={draft.model} error={problems.model} onChange={(model) => change({ model })} />
        {numberNames.map((name) => (
          <TextField
            key={name}
            label={words.parameterNames[name]}
            inputMode="decimal"
            placeholder={words.byTheModel}
            value={draft[name]}
            error={problems[name]}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        ))}
        <Field label={words.parameterNames.toolChoice}>
          {({ id }) => (
            <Select
              id={id}
              label={words.parameterNames.toolChoice}
              value={draft.toolChoice}
              options={choices}
              onChange={(value) =>
                change({ toolChoice: choices.find((choice) => choice.value === value)?.value ?? 'auto' })
              }
            />
          )}
        </Field>
      </div>
      <TextAreaField
        label={texts.runs.sentSystem}
        rows={8}
        spellCheck={false}
        style={{ fontFamily: 'var(--font-mono)' }}
        value={draft.system}
        onChange={(event) => change({ system: event.target.value })}
      />
      <Disclosure summary={words.changeMessages(draft.messages.length)}>
        <MessageForm messages={draft.messages} onChange={(messages) => change({ messages })} />
        {problems.messages !== undefined && <p className="text-xs text-danger">{problems.messages}</p>}
        <TextAreaField
          label={texts.runs.sentNote}
          rows={2}
          value={draft.note}
          onChange={(event) => change({ note: event.target.value })}
        />
      </Disclosure>
    </div>
  );
}

const numberNames = ['temperature', 'topP', 'maxOutputTokens'] as const;

const choices = (['auto', 'required', 'none'] as const).map((value) => ({ value, label: value }));

interface ModelFieldProps {
  value: string;
  error: string | undefined;
  onChange: (model: string) => void;
}

function ModelField({ value, error, onChange }: ModelFieldProps) {
  const listId = useId();
  const { data: models = [] } = useQuery(modelList);
  const { data: prices = {} } = useQuery(modelPrices);
  const names = new Set([...models.map(({ name }) => name), ...Object.keys(prices)]);
  return (
    <div className="col-span-2 md:col-span-1">
      <TextField
        label={words.model}
        list={listId}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
