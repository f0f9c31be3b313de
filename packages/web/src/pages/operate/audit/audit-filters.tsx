import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Field, TextField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { operateTexts } from '../operate-texts.ts';
import { type AuditSearch, outcomes, readAuditSearch } from './audit-search.ts';

const words = operateTexts.audit;
const outcomeOptions = [
  { value: 'any', label: words.anyOutcome },
  ...outcomes.map((value) => ({ value, label: words.outcomes[value] ?? value })),
];
const fields = [
  { key: 'text', label: words.text, placeholder: words.textHint },
  { key: 'actor', label: words.actor, placeholder: words.actorHint },
  { key: 'action', label: words.action, placeholder: words.actionHint },
  { key: 'target', label: words.target, placeholder: words.targetHint },
  { key: 'from', label: words.from, type: 'date' },
  { key: 'to', label: words.to, type: 'date' },
] as const;

/** Fields for the filter in the address. */
export function AuditFilters({ search }: { search: AuditSearch }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState<AuditSearch>(search);
  const [shown, setShown] = useState(search);
  // Another address has another filter; the fields stay, and with them the focus.
  if (JSON.stringify(shown) !== JSON.stringify(search)) {
    setShown(search);
    setTyped(search);
  }
  const go = (next: AuditSearch) =>
    void navigate({ to: '/operate/$tab', params: { tab: 'audit' }, search: next, replace: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(readAuditSearch({ ...typed }));
  };
  return (
    <form onSubmit={submit} className="mb-3 flex flex-wrap items-end gap-2">
      {fields.map(({ key, label, ...input }) => (
        <TextField
          key={key}
          label={label}
          {...input}
          value={typed[key] ?? ''}
          className="min-w-36 flex-1 basis-36 sm:max-w-56"
          onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
        />
      ))}
      <Field label={words.outcome} className="min-w-36 flex-1 basis-36 sm:max-w-44">
        {({ id }) => (
          <Select
            id={id}
            label={words.outcome}
            value={typed.outcome ?? 'any'}
            options={outcomeOptions}
            onChange={(value) => setTyped(readAuditSearch({ ...typed, outcome: value }))}
          />
        )}
      </Field>
      <Button type="submit">{words.filter}</Button>
      <Button look="quiet" onClick={() => go({})}>
        {words.clear}
      </Button>
    </form>
  );
}
