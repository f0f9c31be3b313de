import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { explainError } from '../../../api/explain-error.ts';
import { Button } from '../../../components/button.tsx';
import { Field, TextField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { useFocusOnWrong } from '../../../components/use-focus-on-wrong.ts';
import { texts } from '../../../texts.ts';
import { modelsTexts } from './models-texts.ts';
import { type ModelForm, useModelForm } from './use-model-form.ts';

const words = modelsTexts.connect;

export interface ConnectModelProps {
  onDone: () => void;
  onCancel: () => void;
}

/** Provider, key and model: tried, and then kept. */
export function ConnectModel({ onDone, onCancel }: ConnectModelProps) {
  const form = useModelForm();
  const { choice, connect, listed, pinned } = form;
  const element = useRef<HTMLFormElement>(null);
  useFocusOnWrong(element, connect.error ?? listed.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form ref={element} onSubmit={submit} className="flex flex-col gap-3">
      {pinned !== undefined && <Note tone="warning">{words.pinned(pinned)}</Note>}
      <Field label={words.provider}>
        {({ id }) => (
          <Select
            id={id}
            autoFocus
            label={words.provider}
            value={form.name}
            options={form.options}
            onChange={form.choose}
          />
        )}
      </Field>
      {form.hasAddress && <AddressField form={form} />}
      {choice.key !== 'none' && (
        <TextField
          type="password"
          autoComplete="off"
          label={words.key}
          hint={keyHint(form)}
          value={form.key}
          onChange={({ target }) => form.setKey(target.value)}
        />
      )}
      <ModelField form={form} />
      <div role="status" className="flex flex-col gap-2 empty:hidden">
        {form.refusal === undefined && listed.error && <Failure error={listed.error} />}
        {form.refusal === undefined && connect.error && <Failure error={connect.error} />}
        {connect.data && <Note tone="success">{words.works(connect.data.model, connect.data.ms)}</Note>}
      </div>
      <div className="flex justify-end gap-2">
        {!connect.data && <Button onClick={onCancel}>{texts.common.cancel}</Button>}
        {/* In the place of the other, so that the focus stays. */}
        {connect.data ? (
          <Button look="primary" onClick={onDone}>
            {modelsTexts.done}
          </Button>
        ) : (
          <Button look="primary" type="submit" disabled={!form.isReady} busy={connect.isPending}>
            {words.submit}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Where it is reached, where that can be anywhere. */
function AddressField({ form }: { form: ModelForm }) {
  const { fixed, before, choice } = form;
  const hint = fixed
    ? words.addressFixed(fixed.variable)
    : before?.usual && choice.address === undefined && words.addressBefore(before.value ?? '');
  return (
    <TextField
      label={words.address}
      value={fixed?.value ?? form.address}
      disabled={fixed !== undefined}
      inputMode="url"
      placeholder={before?.usual ?? ''}
      error={form.refusal ?? (form.isAddress ? undefined : words.addressWrong)}
      hint={hint || undefined}
      onChange={({ target }) => form.setAddress(target.value)}
    />
  );
}

function keyHint({ hasKey, choice }: ModelForm): string {
  if (hasKey) return choice.key === 'optional' ? words.keyKeptHere : words.keyKept;
  return choice.key === 'optional' ? words.keyOptional : words.keyHint;
}

/** Typed, or chosen from what the provider says it has. */
function ModelField({ form }: { form: ModelForm }) {
  const { listed, choice, known, model } = form;
  const modelsId = useId();
  return (
    <div className="flex items-start gap-2">
      <TextField
        className="min-w-0 flex-1"
        label={words.model}
        list={modelsId}
        hint={listed.data ? toldOf(listed.data.length) : words.modelHint}
        value={model}
        spellCheck={false}
        onChange={({ target }) => form.setModel(target.value)}
      />
      {known?.lists === true && (
        <Button className="mt-5" busy={listed.isPending} onClick={form.list}>
          {words.list}
        </Button>
      )}
      <datalist id={modelsId}>
        {listed.data?.map((each) => (
          <option key={each} value={each.slice(choice.provider.length + 1)} />
        ))}
      </datalist>
    </div>
  );
}

const toldOf = (count: number) => (count === 0 ? words.noneListed : words.listed(count));

/** What went wrong, in words. */
export function Failure({ error }: { error: unknown }) {
  const { message, hint } = explainError(error);
  return (
    <Note tone="danger">
      {message} {hint}
    </Note>
  );
}

const tones = {
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const;

export function Note({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const Icon = tone === 'success' ? CircleCheck : CircleAlert;
  return (
    <p className={`flex items-start gap-2 rounded-lg px-3 py-2 text-xs break-words ${tones[tone]}`}>
      <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
