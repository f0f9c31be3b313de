import type { ApiSafetyRules, ApiSafetyTrial, ApiSetting } from '@cadence/contracts';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { TextAreaField, TextField } from '../../../components/field.tsx';
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
  useFocusOnWrong(element, refusal !== undefined && refusal === trial.data);
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
      <div className="flex flex-wrap items-center justify-end gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <SourceNote setting={setting} />
          {form.isChanged && <p className="text-xs text-muted">{words.changed}</p>}
        </div>
        {form.isChanged && (
          <Button look="quiet" onClick={form.undo}>
            {words.undo}
          </Button>
        )}
        {setting.source === 'entered' && (
          <Button look="quiet" busy={change.isPending} onClick={form.reset}>
            {words.reset}
          </Button>
        )}
        {!isPinned && (
          <Button
            look="primary"
            aria-disabled={!form.isChanged}
            busy={change.isPending}
            onClick={() => void save()}
          >
            {words.save}
          </Button>
        )}
      </div>
      {isPinned && form.isChanged && <Variable value={form.value} />}
    </form>
  );
}

/** Goes to the first field that is marked as wrong, once it is. */
function useFocusOnWrong(form: RefObject<HTMLFormElement | null>, isMarked: boolean): void {
  useEffect(() => {
    if (isMarked) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, isMarked]);
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
