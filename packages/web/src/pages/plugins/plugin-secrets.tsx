import type { ApiPlugin } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { useToast } from '../../components/toast.tsx';
import { texts } from '../../texts.ts';
import { pluginsTexts } from './plugins-texts.ts';
import { useRefreshPlugins } from './use-refresh-plugins.ts';

const words = pluginsTexts.secrets;

type Secret = NonNullable<ApiPlugin['secrets']>[number];

/** The secrets that a plugin declares: whether it has each, and a way to enter it. */
export function PluginSecrets({ secrets }: { secrets: readonly Secret[] }) {
  const [entering, setEntering] = useState<string>();
  return (
    <>
      <ul aria-label={words.list} className="flex flex-col gap-1">
        {secrets.map(({ name, isAllowed, isSet }) => (
          <li key={name} className="flex flex-wrap items-center gap-2 text-xs">
            <code>{name}</code>
            <Badge tone={!isAllowed ? 'danger' : isSet ? 'success' : 'warning'}>
              {!isAllowed ? words.refused : isSet ? words.set : words.unset}
            </Badge>
            {isAllowed ? (
              <Button
                size="sm"
                look="quiet"
                aria-label={isSet ? words.replaceOf(name) : words.enterOf(name)}
                onClick={() => setEntering(name)}
              >
                {isSet ? words.replace : words.enter}
              </Button>
            ) : (
              <span className="text-muted">{words.refusedHint(name)}</span>
            )}
          </li>
        ))}
      </ul>
      {entering !== undefined && <EnterSecret name={entering} onClose={() => setEntering(undefined)} />}
    </>
  );
}

function EnterSecret({ name, onClose }: { name: string; onClose: () => void }) {
  const formId = useId();
  const [value, setValue] = useState('');
  const refresh = useRefreshPlugins();
  const { show, showError } = useToast();
  const save = useMutation({
    mutationFn: () => client.putSecret({ params: { name }, body: { value } }),
    onSuccess: async () => {
      show({ title: words.saved(name) });
      onClose();
      await refresh();
    },
    onError: showError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== '') save.mutate();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{texts.common.cancel}</Button>
      <Button look="primary" type="submit" form={formId} disabled={value.trim() === ''} busy={save.isPending}>
        {words.save}
      </Button>
    </>
  );
  return (
    <Dialog open title={words.title(name)} description={words.hint} onClose={onClose} actions={actions}>
      <form id={formId} onSubmit={submit} className="pb-2">
        <TextField
          label={words.value}
          type="password"
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
