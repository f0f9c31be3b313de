import type { ApiSetting } from '@cadence-agents/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import { explainError } from '../../../api/explain-error.ts';
import { modelList } from '../../../api/models.ts';
import { useModelsChanged } from '../../../api/providers.ts';
import { settingList } from '../../../api/settings.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { TextField } from '../../../components/field.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { SourceNote } from '../source-note.tsx';
import { Failure, Note } from './connect-model.tsx';
import { modelsTexts } from './models-texts.ts';

const words = modelsTexts.roles;
const roles = [
  'defaultModel',
  'coordinatorModel',
  'synthesizerModel',
  'suspendModel',
  'fallbackModels',
] as const;
type ModelRole = (typeof roles)[number];

/** The models that the settings name, each to be changed and tried. */
export function ModelRoles() {
  const { data, error, refetch } = useQuery(settingList);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} />;
  return (
    <Card flush title={words.title}>
      <p className="px-4 pt-3 text-xs text-muted">{words.about}</p>
      <ul aria-label={words.label}>
        {roles.map((role) => {
          const setting = data.find(({ name }) => name === role);
          return setting && <RoleRow key={role} role={role} setting={setting} />;
        })}
      </ul>
    </Card>
  );
}

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '';

function RoleRow({ role, setting }: { role: ModelRole; setting: ApiSetting }) {
  const { name, about } = words[role];
  const kept = shown(setting.value);
  // What holds, until something is typed.
  const [typed = kept, setTyped] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { save, test } = useRole(role, () => {
    setTyped(undefined);
    // The button that was pressed goes away.
    field.current?.focus();
  });
  const isPinned = setting.pinned === true;
  const isChanged = typed.trim() !== kept;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) save.mutate(typed.trim());
  };
  const [first] = typed.split(',').map((each) => each.trim());
  const { data: models = [] } = useQuery(modelList);
  const used = models.filter((model) => kept.split(', ').includes(model.name));
  const problems = used.filter(({ problem }) => problem !== null);
  return (
    <li className="border-b px-4 py-3 last:border-0">
      <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
        <TextField
          className="min-w-0 flex-1 basis-64"
          ref={field}
          label={name}
          hint={about}
          error={save.error ? toldOf(save.error) : undefined}
          value={typed}
          spellCheck={false}
          disabled={isPinned}
          placeholder={role === 'fallbackModels' ? words.none : words.asDefault}
          onChange={({ target }) => {
            setTyped(target.value);
            save.reset();
            test.reset();
          }}
        />
        <div className="flex gap-2 empty:hidden sm:mt-5">
          {first !== undefined && first !== '' && (
            <Button
              icon={<FlaskConical aria-hidden />}
              busy={test.isPending}
              aria-label={modelsTexts.inUse.testOf(first)}
              onClick={() => test.mutate(first)}
            >
              {modelsTexts.inUse.test}
            </Button>
          )}
          {setting.source === 'entered' && !isChanged && (
            <Button look="quiet" aria-label={words.resetOf(name)} onClick={() => save.mutate('')}>
              {words.reset}
            </Button>
          )}
          {isChanged && (
            <Button look="primary" type="submit" busy={save.isPending} aria-label={words.saveOf(name)}>
              {words.save}
            </Button>
          )}
        </div>
      </form>
      <SourceNote setting={setting} />
      {used.length > 0 && (
        <div className="mt-1.5 flex flex-col items-start gap-1">
          {problems.length === 0 && <Badge tone="success">{modelsTexts.inUse.ready}</Badge>}
          {problems.map(({ name: model, problem }) => (
            <p key={model} className="flex flex-wrap items-center gap-2 text-xs text-muted">
              <Badge tone="danger">{modelsTexts.inUse.problem}</Badge> <code>{model}</code> {problem}
            </p>
          ))}
        </div>
      )}
      <div role="status" className="mt-2 empty:hidden">
        {test.data && (
          <Note tone="success">{modelsTexts.inUse.answered(test.data.answer, test.data.ms)}</Note>
        )}
        {test.error && <Failure error={test.error} />}
      </div>
    </li>
  );
}

function toldOf(error: unknown): string {
  const { message, hint = '' } = explainError(error);
  return `${message} ${hint}`.trim();
}

function useRole(role: ModelRole, onSaved: () => void) {
  const changed = useModelsChanged();
  const save = useMutation({
    onSuccess: onSaved,
    mutationFn: async (text: string) => {
      const params = { name: role };
      if (text === '') await client.deleteSetting({ params });
      else await client.putSetting({ params, body: { value: text } });
      await changed();
    },
  });
  const test = useMutation({ mutationFn: (model: string) => client.testModel({ body: { model } }) });
  return { save, test };
}
