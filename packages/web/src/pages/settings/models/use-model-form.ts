import { useState } from 'react';
import { refusedFields } from '../../../api/refused-fields.ts';
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
  const known = providers?.find((provider) => provider.name === choice.provider);
  const fixed = known?.address?.source === 'environment' ? known.address : undefined;
  // Entered before, and in force until another one is.
  const before = known?.address?.source === 'settings' ? known.address : undefined;
  const [address = (choice.address && (before?.value ?? choice.address)) ?? '', setAddress] =
    useState<string>();
  const [model = choice.model, setModel] = useState<string>();
  const hasAddress = choice.address !== undefined || before !== undefined;
  const url = hasAddress && !fixed ? address.trim() || (before?.usual ?? undefined) : undefined;
  const isAddress = !hasAddress || fixed !== undefined || (url !== undefined && isHttp(url));
  const hasKey = (known?.key?.source ?? null) !== null;
  const hasAll = model.trim() !== '' && (choice.key !== 'needed' || key.trim() !== '' || hasKey);
  const isReady = pinned === undefined && isAddress && hasAll;
  const connection = {
    ...{ provider: choice.provider, key: key.trim() || undefined, url },
    isUsual: url !== undefined && url === before?.usual,
  };
  const refused = refusedFields(connect.error ?? listed.error);
  const usable = choiceNames.filter((each) =>
    providers?.some(
      (provider) => provider.name === providerChoices[each].provider && provider.missing.length === 0,
    ),
  );
  return {
    ...{ name, choice, key, setKey, address, model, setModel },
    setAddress(typed: string) {
      setAddress(typed);
      listed.reset();
      connect.reset();
    },
    ...{ known, fixed, before, hasAddress, hasKey, isAddress, isReady, connect, listed, pinned },
    /** Why the address was not taken. */
    refusal: refused.get('url') ?? refused.get(`value.${choice.provider}`),
    options: usable.map((value) => ({ value, label: providerChoices[value].label })),
    choose(next: string) {
      if (!isChoice(next)) return;
      setName(next);
      setAddress(undefined);
      setModel(undefined);
      listed.reset();
      connect.reset();
    },
    list() {
      connect.reset();
      listed.mutate(connection);
    },
    submit() {
      if (!isReady || connect.isPending) return;
      listed.reset();
      const whole = { ...connection, model: `${choice.provider}:${model.trim()}` };
      connect.mutate(whole, { onSuccess: () => setKey('') });
    },
  };
}

export type ModelForm = ReturnType<typeof useModelForm>;
