import { type ApiSetting, CadenceError, type JsonValue, parseJson } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { useModelsChanged } from '../../api/providers.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, TextAreaField, TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { useToast } from '../../components/toast.tsx';
import { texts } from '../../texts.ts';
import { SourceNote } from './source-note.tsx';
import { valuesTexts } from './values-texts.ts';

const words = valuesTexts;

/** Whether it is typed as JSON, and not as a word or a number. */
const isStructured = (value: unknown) => typeof value === 'object' && value !== null;

const yesNo = (['true', 'false'] as const).map((value) => ({ value, label: words.yesNo[value] }));

/** Another value for one setting. */
export function ValueDialog({ setting, onClose }: { setting: ApiSetting; onClose: () => void }) {
  const { env, about, value, takesEffect = 'restart', source } = setting;
  const formId = useId();
  const asJson = isStructured(value);
  const [typed, setTyped] = useState(asJson ? JSON.stringify(value, null, 2) : String(value ?? ''));
  const [problem, setProblem] = useState<string>();
  const change = useChange(setting, { onClose, onRefused: setProblem });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = asJson ? parseJson(typed) : typed.trim();
    if (given === undefined) setProblem(words.notJson);
    else change.mutate(given);
  };
  const field = {
    label: asJson ? words.newJson : words.newValue,
    hint: words.takesEffect[takesEffect],
    error: problem,
    value: typed,
    spellCheck: false,
  };
  const type = (text: string) => {
    setTyped(text);
    setProblem(undefined);
  };
  const actions = (
    <>
      {source === 'entered' && (
        <Button look="quiet" className="mr-auto" onClick={() => change.mutate(undefined)}>
          {words.reset}
        </Button>
      )}
      <Button onClick={onClose}>{texts.common.cancel}</Button>
      <Button look="primary" type="submit" form={formId} busy={change.isPending}>
        {words.save}
      </Button>
    </>
  );
  return (
    <Dialog open wide={asJson} title={env} description={about} onClose={onClose} actions={actions}>
      <form id={formId} onSubmit={submit} className="flex flex-col gap-2 pb-2">
        {typeof value === 'boolean' ? (
          <Field {...field}>
            {({ id }) => <Select id={id} label={field.label} value={typed} options={yesNo} onChange={type} />}
          </Field>
        ) : asJson ? (
          <TextAreaField
            {...field}
            rows={Math.min(16, Math.max(4, typed.split('\n').length))}
            style={{ fontFamily: 'var(--font-mono)', fontSize: 12 }}
            onChange={({ target }) => type(target.value)}
          />
        ) : (
          <TextField {...field} onChange={({ target }) => type(target.value)} />
        )}
        <SourceNote setting={setting} />
      </form>
    </Dialog>
  );
}

interface Outcome {
  onClose: () => void;
  onRefused: (why: string) => void;
}

/** Enters a value, or forgets the one that was entered. */
function useChange({ name, env }: ApiSetting, { onClose, onRefused }: Outcome) {
  const changed = useModelsChanged();
  const { show } = useToast();
  return useMutation({
    mutationFn: async (value: JsonValue | undefined) => {
      if (value === undefined) await client.deleteSetting({ params: { name } });
      else await client.putSetting({ params: { name }, body: { value } });
    },
    onSuccess: async (_, value) => {
      await changed();
      show({ title: value === undefined ? words.isReset(env) : words.kept(env) });
      onClose();
    },
    onError: (error) => onRefused(reasonIn(error)),
  });
}

/** What is wrong with the value, without the words around it. */
function reasonIn(error: unknown): string {
  const details = CadenceError.is(error) && Array.isArray(error.details) ? error.details : [];
  const told = details.flatMap(({ path, message }: { path?: unknown; message?: unknown }) => {
    const place = String(path ?? '').replace(/^body\.value\.?/, '');
    return message === undefined ? [] : [place === '' ? String(message) : `${place}: ${message}`];
  });
  const { message, hint = '' } = explainError(error);
  return told.length > 0 ? told.join('. ') : `${message} ${hint}`.trim();
}
