import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { session } from '../api/session.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Logo } from '../components/logo.tsx';
import { texts } from '../texts.ts';

/** Asks for the API key that the server wants. */
export function SignIn({ wasRefused }: { wasRefused: boolean }) {
  const [key, setKey] = useState('');
  const queries = useQueryClient();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = key.trim();
    if (given === '') return;
    session.signIn(given);
    void queries.resetQueries();
  };
  return (
    <main className="grid h-full place-items-center p-4">
      <form
        onSubmit={submit}
        className="flex w-full max-w-sm flex-col gap-4 rounded-xl border bg-surface p-6 shadow-card"
      >
        <Logo className="size-9" />
        <div>
          <h1 className="text-lg font-semibold tracking-tight">{texts.signIn.title}</h1>
          <p className="mt-1 text-sm text-muted">{texts.signIn.explanation}</p>
        </div>
        <TextField
          label={texts.signIn.key}
          type="password"
          autoComplete="off"
          autoFocus
          value={key}
          onChange={(event) => setKey(event.target.value)}
          error={wasRefused ? texts.signIn.refused : undefined}
        />
        <Button type="submit" look="primary" icon={<KeyRound aria-hidden />} disabled={key.trim() === ''}>
          {texts.signIn.action}
        </Button>
        <p className="text-xs text-faint">{texts.signIn.howToGetOne}</p>
      </form>
    </main>
  );
}
