import { type ApiPlugin, CadenceError, isJsonObject } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useToast } from '../../components/toast.tsx';
import { fieldsOf, fieldText, keyOf, valueAt } from '../../handoffs/argument-fields.ts';
import { ArgumentInput } from '../../handoffs/argument-input.tsx';
import { readArguments } from '../../handoffs/read-arguments.ts';
import { texts } from '../../texts.ts';
import { pluginsTexts } from './plugins-texts.ts';
import { useRefreshPlugins } from './use-refresh-plugins.ts';

const words = pluginsTexts.config;

type Config = NonNullable<ApiPlugin['config']>;
type Problem = Config['problems'][number];

export interface PluginConfigProps {
  plugin: Pick<ApiPlugin, 'slug' | 'name'>;
  config: Config;
}

/** A way to set what a plugin lets people set. */
export function ConfigButton({ plugin, config }: PluginConfigProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        look="quiet"
        icon={<SlidersHorizontal aria-hidden />}
        aria-label={words.openOf(plugin.name)}
        onClick={() => setIsOpen(true)}
      >
        {words.open}
      </Button>
      {isOpen && <ConfigForm plugin={plugin} config={config} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** That the defaults hold because what was entered does not fit. */
export function ConfigProblems({ problems }: Pick<Config, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <div className="flex gap-2 rounded-lg bg-warning-soft/60 px-3 py-2 text-xs">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warning" />
      <div className="min-w-0 break-words">
        <p className="font-medium">{words.unfit}</p>
        <ul>
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code>: {message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function ConfigForm({ plugin, config, onClose }: PluginConfigProps & { onClose: () => void }) {
  const formId = useId();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const params = { name: plugin.slug };
  const kept = config.problems.length === 0 && isJsonObject(config.entered) ? config.entered : {};
  const fields = fieldsOf(config.schema, config.values);
  const { args, problems } = readArguments(fields, kept, typed);
  const save = useChange(() => client.putPluginConfig({ params, body: { value: args } }), {
    title: words.saved(plugin.name),
    onClose,
  });
  const reset = useChange(() => client.deletePluginConfig({ params }), {
    title: words.wasReset(plugin.name),
    onClose,
  });
  const refused = refusedIn(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problems.size === 0 && !save.isPending) save.mutate();
  };
  const actions = (
    <>
      {config.entered !== null && (
        <Button look="quiet" busy={reset.isPending} onClick={() => reset.mutate()}>
          {words.reset}
        </Button>
      )}
      <Button onClick={onClose}>{texts.common.cancel}</Button>
      <Button look="primary" type="submit" form={formId} disabled={problems.size > 0} busy={save.isPending}>
        {words.save}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={words.title(plugin.name)}
      description={words.hint}
      onClose={onClose}
      actions={actions}
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-2.5 pb-2">
        <ConfigProblems problems={config.problems} />
        {fields.map((field) => {
          const key = keyOf(field);
          const text = typed[key] ?? fieldText(field, valueAt(config.values, field.path));
          const problem = problems.get(key) ?? refusalOf(key, refused);
          return (
            <ArgumentInput
              key={key}
              field={{ ...field, text, problem }}
              label={field.path.length === 0 ? words.all : field.path.join(' › ')}
              onType={(next) => {
                save.reset();
                setTyped((known) => ({ ...known, [key]: next }));
              }}
            />
          );
        })}
      </form>
    </Dialog>
  );
}

function useChange(
  change: () => Promise<unknown>,
  { title, onClose }: { title: string; onClose: () => void },
) {
  const refresh = useRefreshPlugins();
  const { show, showError } = useToast();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      show({ title });
      onClose();
      await refresh();
    },
    onError: (error) => {
      if (refusedIn(error).length === 0) showError(error);
    },
  });
}

const PREFIX = 'body.value.';

/** The fields that the server would not take. */
function refusedIn(error: unknown): Problem[] {
  const details: unknown = CadenceError.is(error) ? error.details : undefined;
  return (Array.isArray(details) ? details : []).flatMap(
    ({ path, message }: { path?: unknown; message?: unknown }) =>
      typeof path === 'string' && path.startsWith(PREFIX)
        ? [{ path: path.slice(PREFIX.length), message: String(message) }]
        : [],
  );
}

const refusalOf = (key: string, refused: readonly Problem[]): string | undefined =>
  refused.find(({ path }) => path === key || path.startsWith(`${key}.`))?.message;
