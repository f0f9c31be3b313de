import { type Role, roleDescriptions, roleSchema } from '@cadence-agents/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { useToast } from '../../components/toast.tsx';
import { texts } from '../../texts.ts';
import { NewKey } from './new-key.tsx';
import { keyList } from './settings-queries.ts';
import { settingsTexts } from './settings-texts.ts';
import { WorkflowChoice } from './workflow-choice.tsx';

const words = settingsTexts.keys;
const roles = roleSchema.options.map((role) => ({
  value: role,
  label: role,
  description: roleDescriptions[role],
}));

/** Asks what the key may do, then shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('operator');
  const [userId, setUserId] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [expiry, setExpiry] = useState('90');
  const create = useCreateKey();
  if (create.data) return <NewKey secret={create.data.key} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      role,
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(userId.trim() !== '' && { userId: userId.trim() }),
      ...(scopes.length > 0 && { scopes: [...scopes] }),
      ...(expiry !== 'never' && { expiresInDays: Number(expiry) }),
    });
  };
  const actions = (
    <>
      <Button onClick={onClose}>{texts.common.cancel}</Button>
      <Button look="primary" type="submit" form={formId} busy={create.isPending}>
        {words.create}
      </Button>
    </>
  );
  return (
    <Dialog open title={words.dialog} onClose={onClose} actions={actions}>
      <form id={formId} onSubmit={submit} className="flex flex-col gap-3 pb-2">
        <TextField
          label={words.name}
          hint={words.nameHint}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
        <Field label={words.role} hint={roleDescriptions[role]}>
          {({ id }) => (
            <Select
              id={id}
              label={words.role}
              value={role}
              options={roles}
              onChange={(value) => setRole(roleSchema.parse(value))}
            />
          )}
        </Field>
        <TextField
          label={words.user}
          hint={words.userHint}
          value={userId}
          maxLength={200}
          onChange={(event) => setUserId(event.target.value)}
        />
        <WorkflowChoice chosen={scopes} onChange={setScopes} />
        <Field label={words.expiry}>
          {({ id }) => (
            <Select
              id={id}
              label={words.expiry}
              value={expiry}
              options={words.expiries}
              onChange={setExpiry}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function useCreateKey() {
  const queries = useQueryClient();
  const { showError } = useToast();
  return useMutation({
    mutationFn: (body: Parameters<typeof client.createKey>[0]['body']) => client.createKey({ body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyList.queryKey }),
    onError: showError,
  });
}
