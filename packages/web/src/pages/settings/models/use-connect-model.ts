import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { providerList, useModelsChanged } from '../../../api/providers.ts';
import { settingList } from '../../../api/settings.ts';

export interface ModelConnection {
  provider: string;
  /** Those that are set are used when absent. */
  key?: string | undefined;
  url?: string | undefined;
  /** Whether the address is the one that needs no entry. */
  isUsual?: boolean;
}

const given = ({ key, url }: ModelConnection) => ({
  ...(key !== undefined && { key }),
  ...(url !== undefined && { url }),
});

/** What the provider says it has, by what was typed so far. */
export function useListedModels() {
  return useMutation({
    mutationFn: async (connection: ModelConnection) =>
      (await client.listProviderModels({ params: { name: connection.provider }, body: given(connection) }))
        .items,
  });
}

/** Tries the model, and only then keeps what it takes: its key, its address, and that it is the default. */
export function useConnectModel() {
  const { data: settings } = useQuery(settingList);
  const { data: providers } = useQuery(providerList);
  const changed = useModelsChanged();
  const connect = useMutation({
    mutationFn: async ({ model, ...connection }: ModelConnection & { model: string }) => {
      const { provider, key, url, isUsual = false } = connection;
      const tested = await client.testModel({ body: { model, ...given(connection) } });
      const variable = providers?.find(({ name }) => name === provider)?.key?.variable;
      if (key !== undefined && variable !== undefined)
        await client.putSecret({ params: { name: variable }, body: { value: key } });
      if (url !== undefined) await keepAddress(provider, isUsual ? null : url);
      await client.putSetting({ params: { name: 'defaultModel' }, body: { value: model } });
      await changed();
      return tested;
    },
  });
  const defaultModel = settings?.find(({ name }) => name === 'defaultModel');
  return { connect, providers, pinned: defaultModel?.pinned === true ? defaultModel.env : undefined };
}

/** Beside the addresses of other providers; `null` for its usual one. */
export async function keepAddress(provider: string, url: string | null): Promise<void> {
  const { items } = await client.listSettings();
  const known = items.find(({ name }) => name === 'modelUrls')?.value;
  const addresses = new Map(Object.entries(known ?? {}).map(([name, address]) => [name, String(address)]));
  if (url === null) addresses.delete(provider);
  else addresses.set(provider, url);
  await client.putSetting({
    params: { name: 'modelUrls' },
    body: { value: Object.fromEntries(addresses) },
  });
}
