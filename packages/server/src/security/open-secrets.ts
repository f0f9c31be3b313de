// The secrets of the deployment: those of its settings and environment, and those that were entered while it runs.
import {
  type CadenceError,
  localOwner,
  type SecretStore,
  type Signals,
  secretsTopic,
} from '@cadence-agents/contracts';
import { type Log, type SecretValues, secretValues } from '@cadence-agents/engine';
import type { ReadSettings } from '../settings/read-settings.ts';
import { configuredSecrets } from './configured-secrets.ts';
import { createSecretBox } from './secret-box.ts';

export interface EnteredSecret {
  name: string;
  updatedAt: string;
}

/** Secrets that were entered, each under the name of the environment variable that it stands for. */
export interface EnteredSecrets {
  /** In the order of their names, without their values. */
  list(): Promise<EnteredSecret[]>;
  /** Takes effect at once, in others as soon as they hear of it or look. */
  put(name: string, value: string): Promise<EnteredSecret>;
  /** Whether there was one. */
  delete(name: string): Promise<boolean>;
}

export interface Secrets extends EnteredSecrets {
  /** The environment, with the secrets that were entered in place of variables of their names. */
  env(): ReadSettings['env'];
  /** All of them by their values, to be masked. */
  values(): SecretValues;
  /** Masks these too, in place of those that it was told of before. */
  alsoMask(values: readonly string[]): void;
  /** Calls the listener when they have changed. */
  onChange(listener: () => void): void;
  /** Tells others of what is entered here, and looks when they tell. */
  share(signals: Signals): void;
  close(): void;
}

interface Setup extends Pick<ReadSettings, 'settings' | 'env'> {
  store: SecretStore;
  log: Log;
  /** How often it looks for what another process has stored. */
  pollMs?: number;
}

/** They belong to the deployment, which no tenant can be asked for. */
const { tenantId } = localOwner;

export function enteredSecrets(store: SecretStore, settings: ReadSettings['settings']): EnteredSecrets {
  const box = createSecretBox(store, settings);
  return {
    list: () => box.list(tenantId),
    async put(name, value) {
      await box.put(tenantId, name, value);
      const stored = (await box.list(tenantId)).find((secret) => secret.name === name);
      return stored ?? { name, updatedAt: new Date().toISOString() };
    },
    delete: (name) => box.delete(tenantId, name),
  };
}

export async function openSecrets({ store, settings, env, log, pollMs = 10_000 }: Setup): Promise<Secrets> {
  const box = createSecretBox(store, settings);
  const entered = enteredSecrets(store, settings);
  const listeners = new Set<() => void>();
  let known = '';
  let entries: ReadonlyMap<string, string> = new Map();
  let others: readonly string[] = [];
  let current = view({ settings, env }, entries, others);

  /** Reads them again, if there is anything new. */
  const refresh = async () => {
    const listed = await box.list(tenantId);
    const stamp = JSON.stringify(listed);
    if (stamp === known || (known === '' && listed.length === 0)) return;
    const values = new Map<string, string>();
    for (const { name } of listed) {
      // One that cannot be read must not keep the others away, nor the server from starting.
      const value = await box.get(tenantId, name).catch((error: CadenceError) => {
        log.error('a secret cannot be read', { name, error });
        return undefined;
      });
      if (value !== undefined) values.set(name, value);
    }
    known = stamp;
    entries = values;
    current = view({ settings, env }, entries, others);
    for (const listener of listeners) listener();
  };
  let tell = () => {};
  let stopListening = () => {};
  await refresh();
  const look = () =>
    void refresh().catch((error: unknown) => log.warn('looking for new secrets failed', { error }));
  const timer = setInterval(look, pollMs).unref();

  return {
    env: () => current.env,
    values: () => current.values,
    alsoMask(more) {
      others = more;
      current = view({ settings, env }, entries, others);
    },
    onChange: (listener) => void listeners.add(listener),
    list: entered.list,
    async put(name, value) {
      const stored = await entered.put(name, value);
      tell();
      await refresh();
      return stored;
    },
    async delete(name) {
      const wasThere = await entered.delete(name);
      tell();
      await refresh();
      return wasThere;
    },
    share(signals) {
      tell = () => signals.publish(secretsTopic, { type: 'look' });
      stopListening = signals.subscribe(secretsTopic, look);
    },
    close() {
      clearInterval(timer);
      stopListening();
    },
  };
}

function view(
  read: Pick<ReadSettings, 'settings' | 'env'>,
  entered: ReadonlyMap<string, string>,
  others: readonly string[],
) {
  return {
    env: entered.size === 0 ? read.env : { ...read.env, ...Object.fromEntries(entered) },
    values: secretValues([...configuredSecrets(read), ...entered.values(), ...others]),
  };
}
