import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { modelList } from '../../api/models.ts';
import { TextField } from '../../components/field.tsx';
import { idFromName } from '../workflows/templates/copy-workflow.ts';
import type { AgentDraft, DraftProblems } from './agent-draft.ts';
import { agentsTexts } from './agents-texts.ts';
import { PromptField } from './prompt-field.tsx';
import { ResponseField } from './response/response-field.tsx';
import { responseTexts } from './response/response-texts.ts';
import { ToolPicker } from './tool-picker.tsx';

const words = agentsTexts.editor;

export interface AgentFieldsProps {
  draft: AgentDraft;
  problems: DraftProblems;
  isNew: boolean;
  disabled: boolean;
  onChange: (draft: AgentDraft) => void;
}

export function AgentFields({ draft, problems, isNew, disabled, onChange }: AgentFieldsProps) {
  const { data: models = [] } = useQuery(modelList);
  const modelsId = useId();
  const field = (
    name: 'name' | 'description' | 'model' | 'temperature' | 'maxOutputTokens' | 'responseSuggestion',
  ) => ({
    value: draft[name],
    disabled,
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
  });
  return (
    <>
      <TextField
        label={words.name}
        hint={isNew ? words.id(idFromName(draft.name)) : undefined}
        maxLength={200}
        {...field('name')}
        // Before a first letter it is not wrong yet.
        error={draft.name === '' ? undefined : problems.name}
      />
      <TextField label={words.description} hint={words.descriptionHint} {...field('description')} />
      <PromptField
        value={draft.systemPrompt}
        disabled={disabled}
        error={problems.systemPrompt}
        onChange={(systemPrompt) => onChange({ ...draft, systemPrompt })}
      />
      <TextField label={words.model} hint={words.modelHint} list={modelsId} {...field('model')} />
      <datalist id={modelsId}>
        {models.map(({ name, role }) => (
          <option key={`${role}-${name}`} value={name} />
        ))}
      </datalist>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={words.temperature}
          hint={words.temperatureHint}
          inputMode="decimal"
          {...field('temperature')}
        />
        <TextField
          label={words.maxOutputTokens}
          hint={words.maxOutputTokensHint}
          inputMode="numeric"
          {...field('maxOutputTokens')}
        />
      </div>
      <ToolPicker
        chosen={draft.tools}
        disabled={disabled}
        onChange={(tools) => onChange({ ...draft, tools })}
      />
      <ResponseField
        schema={draft.responseSchema}
        problem={problems.responseSchema}
        disabled={disabled}
        onChange={(responseSchema) => onChange({ ...draft, responseSchema })}
      />
      <TextField
        label={responseTexts.suggestion}
        hint={responseTexts.suggestionHint}
        {...field('responseSuggestion')}
      />
    </>
  );
}
