// The providers of models: whose keys are set, where each is reached, what models it has, and whether they answer.
import { randomUUID } from 'node:crypto';
import { type ApiProvider, CadenceError } from '@cadence-agents/contracts';
import {
  listedModels,
  listsModels,
  type ModelProvider,
  type Models,
  modelProviders,
  providerVariables,
} from '@cadence-agents/engine';
import { openModels } from '../open-models.ts';
import { addressesOf } from '../security/model-address.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { invalidInput } from './invalid-input.ts';

type Reading = Pick<AppContext, 'secrets' | 'modelEnv' | 'settings'>;

const LIST_TIMEOUT_MS = 15_000;
const TEST_TIMEOUT_MS = 30_000;

export async function listProviders(context: Reading, principal: Principal): Promise<ApiProvider[]> {
  authorize(principal, 'settings.read');
  const entered = new Set((await context.secrets.list()).map(({ name }) => name));
  return modelProviders().map((provider) => ({
    name: provider.name,
    key: keyOf(provider, context.modelEnv(), entered),
    address: addressOf(provider, context),
    missing: provider.missing,
    lists: listsModels(provider.name),
  }));
}

/** A key and an address that are tried before they are kept. */
interface Connection {
  key?: string | undefined;
  url?: string | undefined;
}

/** Asks the provider. */
export async function listProviderModels(
  context: Pick<AppContext, 'modelEnv' | 'settings'>,
  principal: Principal,
  { provider, signal, ...connection }: Connection & { provider: string; signal: AbortSignal },
): Promise<string[]> {
  authorize(principal, 'model.list');
  const env = await tried(context, provider, connection);
  return listedModels(provider, { env, timeoutMs: LIST_TIMEOUT_MS, signal });
}

export interface TestedModel {
  model: string;
  answer: string;
  ms: number;
}

/** Asks a model for one word. */
export function testModel(
  context: Pick<AppContext, 'models' | 'modelEnv' | 'settings' | 'store' | 'log' | 'mask'>,
  principal: Principal,
  { model, signal, ...connection }: Connection & { model: string; signal: AbortSignal },
): Promise<TestedModel> {
  return audited(context, principal, 'model.test', model, async () => {
    const models = await modelsBy(context, principal, model, connection);
    const before = performance.now();
    const messages = [{ id: randomUUID(), role: 'user' as const, content: 'Say hello.' }];
    const { content } = await models
      .get(model)
      .generate(
        { system: 'Answer with one word.', messages, tools: [] },
        { signal: AbortSignal.any([signal, AbortSignal.timeout(TEST_TIMEOUT_MS)]) },
      );
    context.log.info('model tested', { model });
    return { model, answer: context.mask(content).slice(0, 200), ms: Math.round(performance.now() - before) };
  });
}

/** Those that there are, or such as a connection would make; that is for those who may keep it. */
async function modelsBy(
  context: Pick<AppContext, 'models' | 'modelEnv' | 'settings'>,
  principal: Principal,
  model: string,
  connection: Connection,
): Promise<Models> {
  if (connection.key === undefined && connection.url === undefined) return context.models;
  authorize(principal, 'settings.write');
  const env = await tried(context, model.split(':', 1)[0] ?? '', connection);
  return openModels({ ...context.settings, fallbackModels: [] }, () => env);
}

/** What the provider would be told with this connection. */
async function tried(
  { modelEnv, settings }: Pick<AppContext, 'modelEnv' | 'settings'>,
  provider: string,
  { key, url }: Connection,
): Promise<Environment> {
  const known = providerVariables.find(({ name }) => name === provider);
  if (!known) {
    throw new CadenceError('PROVIDER_NOT_FOUND', `There is no provider "${provider}".`, {
      hint: 'Look at the list of providers.',
    });
  }
  if (url !== undefined) {
    const problems = await addressesOf({ [provider]: url }, settings.allowedHosts);
    if (problems.length > 0)
      throw invalidInput(problems.map(({ message }) => ({ path: 'body.url', message })));
  }
  const { keyVariable, baseUrlVariable } = known;
  return {
    ...modelEnv(),
    ...(keyVariable !== null && key !== undefined && { [keyVariable]: key }),
    ...(baseUrlVariable !== null && url !== undefined && { [baseUrlVariable]: url }),
  };
}

type Environment = ReturnType<Reading['modelEnv']>;

function keyOf(
  { keyVariable }: ModelProvider,
  env: Environment,
  entered: ReadonlySet<string>,
): ApiProvider['key'] {
  if (keyVariable === null) return null;
  if (entered.has(keyVariable)) return { variable: keyVariable, source: 'entered' };
  return { variable: keyVariable, source: env[keyVariable] ? 'environment' : null };
}

function addressOf(
  { name, baseUrlVariable, usualBaseUrl }: ModelProvider,
  { modelEnv, settings }: Reading,
): ApiProvider['address'] {
  if (baseUrlVariable === null) return null;
  const about = { variable: baseUrlVariable, usual: usualBaseUrl };
  const inUse = modelEnv()[baseUrlVariable];
  if (!inUse) return { ...about, value: usualBaseUrl, source: 'usual' };
  const source = inUse === settings.modelUrls[name] ? 'settings' : 'environment';
  return { ...about, value: withoutPassword(inUse), source };
}

/** As far as others may see it. */
function withoutPassword(address: string): string | null {
  const url = URL.parse(address);
  return url && url.password === '' && url.username === '' ? address : (url?.origin ?? null);
}
