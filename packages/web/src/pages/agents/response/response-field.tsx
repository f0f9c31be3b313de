import type { JsonObject } from '@cadence-agents/contracts';
import { Disclosure } from '../../../components/disclosure.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { objectIn } from '../../../document/object-in.ts';
import { answerOf, noFields, schemaOf } from './answer-fields.ts';
import { AnswerForm } from './answer-form.tsx';
import { responseTexts as words } from './response-texts.ts';

export interface ResponseFieldProps {
  schema: JsonObject | undefined;
  problem: string | undefined;
  disabled: boolean;
  onChange: (schema: JsonObject | undefined) => void;
}

/** What the answer of an agent is made of: a form, and the JSON Schema beside it. */
export function ResponseField({ schema, problem, disabled, onChange }: ResponseFieldProps) {
  const answer = schema ? answerOf(schema) : noFields;
  const json = (
    <TextInput
      label={words.json}
      multiline
      mono
      value={schema ? JSON.stringify(schema, null, 2) : ''}
      problem={problem}
      refuse={(typed) => (typed.trim() === '' || objectIn(typed) ? undefined : words.jsonBad)}
      onCommit={(typed) => onChange(objectIn(typed))}
    />
  );
  return (
    <fieldset aria-label={words.title} disabled={disabled} className="flex flex-col gap-2">
      <span className="text-xs font-medium text-muted">{words.title}</span>
      {answer ? (
        <>
          <p className="text-xs text-faint">{words.hint}</p>
          {problem !== undefined && <p className="text-xs text-danger">{problem}</p>}
          <AnswerForm
            object={answer}
            disabled={disabled}
            onChange={(next) => onChange(next.fields.length === 0 ? undefined : schemaOf(next))}
          />
          {schema && <Disclosure summary={words.json}>{json}</Disclosure>}
        </>
      ) : (
        <>
          <p className="text-xs text-faint">{words.jsonOnly}</p>
          {json}
        </>
      )}
    </fieldset>
  );
}
