import type { UserProfile } from '@cadence-agents/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { client } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { TextAreaField, TextField } from '../../../components/field.tsx';
import { saveJson } from '../../../components/save-file.ts';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { useToast } from '../../../components/toast.tsx';
import { TypedConfirmDialog } from '../../../components/typed-confirm-dialog.tsx';
import { profileOf } from './people-queries.ts';
import { peopleTexts as words } from './people-texts.ts';
import { draftOf, type ProfileDraft, profileFrom } from './profile-draft.ts';

interface PersonProps {
  userId: string;
  onClose: () => void;
}

/** The profile of a person, and what can be done with all that is kept of them. */
export function PersonDialog({ userId, onClose }: PersonProps) {
  const { data, error, refetch } = useQuery(profileOf(userId));
  const [isErasing, setIsErasing] = useState(false);
  const { exporting, erase } = usePersonActions(userId, onClose);
  if (isErasing)
    return (
      <TypedConfirmDialog
        title={words.eraseTitle(userId)}
        description={words.eraseHint}
        action={words.erase}
        typed={userId}
        label={words.eraseTyped(userId)}
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
        onClose={() => setIsErasing(false)}
      />
    );
  return (
    <Dialog open wide title={words.profile(userId)} description={words.profileHint} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} />}
      {data && <ProfileForm userId={userId} profile={data} onClose={onClose} />}
      <div className="mt-3 flex flex-wrap gap-2 border-t pt-3 pb-2">
        <Button icon={<Download aria-hidden />} busy={exporting.isPending} onClick={() => exporting.mutate()}>
          {words.export}
        </Button>
        <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => setIsErasing(true)}>
          {words.erase}
        </Button>
      </div>
    </Dialog>
  );
}

function usePersonActions(userId: string, onErased: () => void) {
  const queries = useQueryClient();
  const { show, showError } = useToast();
  const exporting = useMutation({
    mutationFn: () => client.exportPerson({ params: { id: userId } }),
    onSuccess: ({ items }) => {
      saveJson(`${userId}.json`, JSON.stringify(items, null, 2));
      show({ title: words.exported(items.length) });
    },
    onError: showError,
  });
  const erase = useMutation({
    mutationFn: () => client.erasePerson({ params: { id: userId } }),
    onSuccess: async ({ erased }) => {
      show({ title: words.erased(Object.values(erased).reduce((sum, rows) => sum + rows, 0)) });
      onErased();
      await queries.invalidateQueries();
    },
    onError: showError,
  });
  return { exporting, erase };
}

function ProfileForm({ userId, profile, onClose }: PersonProps & { profile: UserProfile }) {
  const formId = useId();
  const queries = useQueryClient();
  const { show, showError } = useToast();
  const [draft, setDraft] = useState<ProfileDraft>(() => draftOf(profile));
  const read = profileFrom(draft);
  const save = useMutation({
    mutationFn: (body: UserProfile) => client.putProfile({ query: { userId }, body }),
    onSuccess: async () => {
      show({ title: words.saved });
      onClose();
      await queries.invalidateQueries({ queryKey: ['people'] });
      await queries.invalidateQueries({ queryKey: ['profile', userId] });
    },
    onError: showError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (read) save.mutate(read);
  };
  const field = (key: keyof ProfileDraft) => ({
    value: draft[key],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [key]: event.target.value }),
  });
  return (
    <form id={formId} onSubmit={submit} className="flex flex-col gap-3">
      <TextField label={words.name} maxLength={200} {...field('name')} />
      <TextField label={words.roles} hint={words.rolesHint} {...field('roles')} />
      <TextField label={words.tools} hint={words.toolsHint} {...field('tools')} />
      <TextAreaField
        label={words.preferences}
        hint={words.preferencesHint}
        error={read ? undefined : words.preferencesWrong}
        spellCheck={false}
        {...field('preferences')}
      />
      <div className="flex justify-end">
        <Button look="primary" type="submit" disabled={!read} busy={save.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
