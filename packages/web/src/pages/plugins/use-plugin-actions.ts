import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useToast } from '../../components/toast.tsx';
import { pluginsTexts } from './plugins-texts.ts';
import { useRefreshPlugins } from './use-refresh-plugins.ts';

export function usePluginActions() {
  const { show, showError } = useToast();
  const refresh = useRefreshPlugins();
  const reload = useMutation({
    mutationFn: () => client.reloadPlugins(),
    onSuccess: refresh,
    onError: showError,
  });
  const remove = useMutation({
    mutationFn: (name: string) => client.deletePlugin({ params: { name } }),
    onSuccess: async () => {
      await refresh();
      show({ title: pluginsTexts.removed });
    },
    onError: showError,
  });
  const restore = useMutation({
    mutationFn: (params: { name: string; version: string }) => client.restorePlugin({ params }),
    onSuccess: async ({ name, version }) => {
      await refresh();
      show({ title: pluginsTexts.restored(name, version ?? '') });
    },
    onError: showError,
  });
  const turn = useMutation({
    mutationFn: ({ name, off }: { name: string; off: boolean }) =>
      client.updatePlugin({ params: { name }, body: { off } }),
    onSuccess: async ({ name, status }) => {
      await refresh();
      show({ title: pluginsTexts.turned(name, status === 'off') });
    },
    onError: showError,
  });
  return { reload, remove, restore, turn };
}
