import type { ApiProvider } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import { useModelsChanged } from '../../../api/providers.ts';
import { refusedFields } from '../../../api/refused-fields.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useFocusOnWrong } from '../../../components/use-focus-on-wrong.ts';
import { texts } from '../../../texts.ts';
import { Failure } from './connect-model.tsx';
import { modelsTexts } from './models-texts.ts';
import { keepAddress } from './use-connect-model.ts';

const words = modelsTexts.providers;

/** The key and the address of one provider. */
export function ProviderDialog({ provider, onClose }: { provider: ApiProvider; onClose: () => void }) {
  const { name, key: known, address } = provider;
  const formId = useId();
  const [key, setKey] = useState('');
  const before = address?.source === 'settings' ? (address.value ?? '') : '';
  const [url, setUrl] = useState(before);
  const { save, forget } = useProvider(provider, onClose);
  const element = useRef<HTMLFormElement>(null);
  const refused = refusedFields(save.error);
  const refusal = refused.get('url') ?? refused.get(`value.${name}`);
  useFocusOnWrong(element, save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ key: key.trim(), url: url.trim() === before ? undefined : url.trim() });
  };
  const actions = (
    <>
      {known?.source === 'entered' && (
        <Button look="quiet" className="mr-auto" busy={forget.isPending} onClick={() => forget.mutate()}>
          {words.forget}
        </Button>
      )}
      <Button onClick={onClose}>{texts.common.cancel}</Button>
      <Button look="primary" type="submit" form={formId} busy={save.isPending}>
        {words.save}
      </Button>
    </>
  );
  const isFixed = address?.source === 'environment';
  return (
    <Dialog open title={words.dialog(name)} onClose={onClose} actions={actions}>
      <form ref={element} id={formId} onSubmit={submit} className="flex flex-col gap-3 pb-2">
        {known && (
          <TextField
            type="password"
            autoComplete="off"
            label={words.keyOf(known.variable)}
            hint={keyHint(known.source)}
            value={key}
            onChange={({ target }) => setKey(target.value)}
          />
        )}
        {address && (
          <TextField
            label={modelsTexts.connect.address}
            inputMode="url"
            disabled={isFixed}
            placeholder={address.usual ?? ''}
            error={refusal}
            hint={isFixed ? modelsTexts.connect.addressFixed(address.variable) : undefined}
            value={isFixed ? (address.value ?? '') : url}
            onChange={({ target }) => {
              setUrl(target.value);
              save.reset();
            }}
          />
        )}
        <div role="status" className="empty:hidden">
          {save.error && refusal === undefined && <Failure error={save.error} />}
          {forget.error && <Failure error={forget.error} />}
        </div>
      </form>
    </Dialog>
  );
}

function keyHint(source: 'entered' | 'environment' | null): string {
  if (source === 'entered') return words.keyKept;
  return source === 'environment' ? words.keyEnvironment : modelsTexts.connect.keyHint;
}

function useProvider({ name, key }: ApiProvider, onDone: () => void) {
  const changed = useModelsChanged();
  const { show } = useToast();
  const done = async (title: string) => {
    await changed();
    show({ title });
    onDone();
  };
  const save = useMutation({
    mutationFn: async (typed: { key: string; url: string | undefined }) => {
      if (typed.url !== undefined) await keepAddress(name, typed.url === '' ? null : typed.url);
      if (typed.key !== '' && key)
        await client.putSecret({ params: { name: key.variable }, body: { value: typed.key } });
    },
    onSuccess: () => done(words.saved),
  });
  const forget = useMutation({
    mutationFn: () => client.deleteSecret({ params: { name: key?.variable ?? '' } }),
    onSuccess: () => done(words.forgotten),
  });
  return { save, forget };
}
