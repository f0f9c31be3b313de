import type { ApiSafetyRules, ApiSafetyTrial, ApiSetting } from '@cadence-agents/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { TextAreaField, TextField } from '../../../components/field.tsx';
import { useFocusOnWrong } from '../../../components/use-focus-on-wrong.ts';
import { SourceNote } from '../../settings/source-note.tsx';
import { PatternRows } from './pattern-rows.tsx';
import { safetyTexts as words } from './safety-texts.ts';
import { TrialOutcome } from './trial-outcome.tsx';
import { useSafetyForm } from './use-safety-form.ts';

/** The rules to be changed, and a text to try them on before they are kept. */
export function SafetyForm({ rules, setting }: { rules: ApiSafetyRules; setting: ApiSetting }) {
  const form = useSafetyForm(rules, setting);
  const { fields, trial, change } = form;
  const element = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<ApiSafetyTrial>();
  useFocusOnWrong(element, refusal === trial.data ? refusal : undefined);
  const isPinned = setting.pinned === true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.attempt();
  };
  const save = async () => {
    if (!form.isChanged || element.current?.reportValidity() !== true) return;
    setRefusal(undefined);
    setRefusal(await form.save());
  };
  return (
    <form ref={element} onSubmit={submit} className="flex flex-col gap-4">
      <Card title={words.rules}>
        <div className="flex flex-col gap-4">
          <div className="grid gap-4 md:grid-cols-2">
            <PatternRows
              title={words.blocked}
              hint={words.blockedHint}
              rows={fields.blocked}
              verdictOf={form.verdictOf('blocked')}
              onChange={(blocked) => form.set({ blocked })}
            />
            <PatternRows
              title={words.secret}
              hint={words.secretHint}
              rows={fields.secret}
              verdictOf={form.verdictOf('secret')}
              onChange={(secret) => form.set({ secret })}
            />
            <TextAreaField
              label={words.policy}
              hint={words.policyHint}
              value={fields.policy}
              maxLength={10_000}
              onChange={({ target }) => form.set({ policy: target.value })}
            />
            <TextField
              type="number"
              min={1}
              step={1}
              label={words.longest}
              hint={words.longestHint}
              placeholder={String(rules.maxInputChars)}
              value={fields.longest}
              onChange={({ target }) => form.set({ longest: target.value })}
            />
          </div>
          <Facts facts={[[words.tools, toldOf(rules)]]} />
        </div>
      </Card>
      <Card title={words.tryOut}>
        <TextAreaField
          label={words.text}
          hint={words.textHint}
          value={form.text}
          maxLength={100_000}
          onChange={({ target }) => form.type(target.value)}
        />
        <Button type="submit" className="mt-3" busy={trial.isPending}>
          {words.run}
        </Button>
        <div role="status" className="mt-3 empty:mt-0">
          {trial.error && <ErrorState error={trial.error} />}
          {trial.data && form.isOfNow && <TrialOutcome trial={trial.data} />}
        </div>
      </Card>
      {change.error && <ErrorState error={change.error} />}
      <Actions form={form} setting={setting} onSave={() => void save()} />
      {isPinned && form.isChanged && <Variable value={form.value} />}
    </form>
  );
}

interface ActionsProps {
  form: ReturnType<typeof useSafetyForm>;
  setting: ApiSetting;
  onSave: () => void;
}

function Actions({ form, setting, onSave }: ActionsProps) {
  const saveButton = useRef<HTMLButtonElement>(null);
  const { isChanged, change } = form;
  // What was pressed goes away with what it was for.
  const andStay = (act: () => void) => () => {
    act();
    saveButton.current?.focus();
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <div className="min-w-0 flex-1 basis-48">
        <SourceNote setting={setting} />
        {isChanged && <p className="text-xs text-muted">{words.changed}</p>}
      </div>
      {isChanged && (
        <Button look="quiet" onClick={andStay(form.undo)}>
          {words.undo}
        </Button>
      )}
      {setting.source === 'entered' && (
        <Button look="quiet" busy={change.isPending} onClick={andStay(form.reset)}>
          {words.reset}
        </Button>
      )}
      {setting.pinned !== true && (
        <Button
          ref={saveButton}
          look="primary"
          aria-disabled={!isChanged}
          busy={change.isPending}
          onClick={onSave}
        >
          {words.save}
        </Button>
      )}
    </div>
  );
}

const toldOf = ({ toolsByRole }: ApiSafetyRules): string =>
  toolsByRole === null
    ? words.allTools
    : Object.entries(toolsByRole)
        .map(([role, tools]) => words.roleTools(role, tools))
        .join(' · ');

/** What the environment would have to say. */
function Variable({ value }: { value: unknown }) {
  const setting = `CADENCE_SAFETY='${JSON.stringify(value).replaceAll("'", "'\\''")}'`;
  return (
    <div>
      <p className="text-muted">{words.inEnvironment}</p>
      <p className="mt-1 flex items-start gap-2">
        <code className="min-w-0 flex-1 rounded bg-sunken px-2 py-1 text-xs break-all">{setting}</code>
        <CopyButton text={setting} label={words.copy} />
      </p>
    </div>
  );
}
