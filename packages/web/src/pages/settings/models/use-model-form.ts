import { useState } from 'react';
import {
  type ChoiceName,
  choiceNames,
  isChoice,
  type ProviderChoice,
  providerChoices,
} from './provider-choice.ts';
import { useConnectModel, useListedModels } from './use-connect-model.ts';

const isHttp = (text: string) => /^https?:\/\/\S+$/.test(text.trim());

/** What is typed to connect a model, and what becomes of it. */
export function useModelForm() {
  const { connect, providers, pinned } = useConnectModel();
  const listed = useListedModels();
  const [name, setName] = useState<ChoiceName>('openai');
  const choice: ProviderChoice = providerChoices[name];
  const [key, setKey] = useState('');
  const [address = choice.address ?? '', setAddress] = useState<string>();
  const [model = choice.model, setModel] = useState<string>();
  const known = providers?.find((provider) => provider.name === choice.provider);
  const fixed = known?.address?.source === 'environment' ? known.address : undefined;
  const url = choice.address === undefined || fixed ? undefined : address.trim();
  const isAddress = url === undefined || isHttp(url);
  const hasKey = (known?.key?.source ?? null) !== null;
  const hasAll = model.trim() !== '' && (choice.key !== 'needed' || key.trim() !== '' || hasKey);
  const isReady = pinned === undefined && isAddress && hasAll;
  const connection = { provider: choice.provider, key: key.trim() || undefined, url };
  const usable = choiceNames.filter((each) =>
    providers?.some(
      (provider) => provider.name === providerChoices[each].provider && provider.missing.length === 0,
    ),
  );
  return {
    ...{ name, choice, key, setKey, address, setAddress, model, setModel },
    ...{ known, fixed, hasKey, isAddress, isReady, connect, listed, pinned },
    options: usable.map((value) => ({ value, label: providerChoices[value].label })),
    choose(next: string) {
      if (!isChoice(next)) return;
      setName(next);
      setAddress(undefined);
      setModel(undefined);
      listed.reset();
      connect.reset();
    },
    list: () => listed.mutate(connection),
    submit() {
      if (!isReady) return;
      const whole = { ...connection, model: `${choice.provider}:${model.trim()}` };
      connect.mutate(whole, { onSuccess: () => setKey('') });
    },
  };
}

export type ModelForm = ReturnType<typeof useModelForm>;
