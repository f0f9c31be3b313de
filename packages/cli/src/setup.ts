// A real model in place of the offline one: asked for, tried, and kept.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';
import { CadenceError, defaultLimits } from '@cadence-agents/contracts';
import type { Command } from 'commander';
import { localSettings, withStore } from './local-cadence.ts';
import { oneOf } from './options.ts';
import { bold, dim, say } from './output.ts';
import { askHidden, askLine } from './prompt.ts';

interface Provider {
  about: string;
  /** What its models are called by in `CADENCE_DEFAULT_MODEL`. */
  prefix: string;
  /** The variable that its key stands for; it needs none when absent. */
  keyVariable?: string;
  /** The variable of its address, where that has to be told. */
  urlVariable?: string;
  url?: string;
  /** One to begin with. */
  model: string;
}

const providers = {
  openai: { about: 'OpenAI', prefix: 'openai', keyVariable: 'OPENAI_API_KEY', model: 'gpt-5-mini' },
  anthropic: {
    about: 'Anthropic',
    prefix: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    model: 'claude-haiku-4-5',
  },
  google: {
    about: 'Google Gemini',
    prefix: 'google-genai',
    keyVariable: 'GOOGLE_API_KEY',
    model: 'gemini-2.5-flash',
  },
  ollama: {
    about: 'Ollama, on a machine of yours',
    prefix: 'ollama',
    urlVariable: 'OLLAMA_BASE_URL',
    url: 'http://127.0.0.1:11434',
    model: 'llama3.2',
  },
  compatible: {
    about: 'any other that speaks as OpenAI does: vLLM, LM Studio, OpenRouter…',
    prefix: 'openai',
    keyVariable: 'OPENAI_API_KEY',
    urlVariable: 'OPENAI_BASE_URL',
    url: 'http://127.0.0.1:8000/v1',
    model: 'default',
  },
} as const satisfies Record<string, Provider>;
type ProviderName = keyof typeof providers;
const providerNames = Object.keys(providers) as ProviderName[];

export function addCommands(program: Command): void {
  program
    .command('setup')
    .description('connect a model: provider, key and model are asked for, tried, and kept')
    .option('-p, --provider <name>', providerNames.join(', '))
    .option('-m, --model <name>', 'the model, as its provider calls it')
    .option('--base-url <url>', 'where the provider is reached, if not at its usual address')
    .option('--no-test', 'keep it without a call that tries it')
    .action(setUp);
}

interface SetupOptions {
  provider?: string;
  model?: string;
  baseUrl?: string;
  test: boolean;
}

async function setUp(options: SetupOptions): Promise<void> {
  const provider: Provider = providers[await chosenProvider(options.provider)];
  const { urlVariable = `${provider.prefix.toUpperCase()}_BASE_URL`, url } = provider;
  const address = options.baseUrl ?? (url === undefined ? undefined : await answer('Address', url));
  const model = options.model ?? (await answer('Model', provider.model));
  const key = provider.keyVariable === undefined ? '' : await readKey(provider.keyVariable);
  const settings: Record<string, string> = {
    CADENCE_DEFAULT_MODEL: `${provider.prefix}:${model}`,
    ...(address !== undefined && { [urlVariable]: address }),
  };
  const secrets = provider.keyVariable !== undefined && key !== '' ? { [provider.keyVariable]: key } : {};
  if (options.test) await tryModel(settings, secrets);
  await keep(settings, secrets);
}

async function chosenProvider(given: string | undefined): Promise<ProviderName> {
  if (given !== undefined) return oneOf('provider', given, providerNames);
  for (const [index, name] of providerNames.entries())
    console.log(`  ${bold(String(index + 1))}  ${name}  ${dim(providers[name].about)}`);
  const chosen = await answer('Provider', 'openai');
  return providerNames[Number(chosen) - 1] ?? oneOf('provider', chosen, providerNames);
}

/** What is typed, or the usual when that is nothing; without a terminal nobody can be asked. */
async function answer(what: string, usual: string): Promise<string> {
  if (!process.stdin.isTTY) return usual;
  return (await askLine(`${what} ${dim(`(${usual})`)}: `)) || usual;
}

async function readKey(variable: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  return askHidden(`${variable} ${dim('(not shown; Enter for none, or to keep what there is)')}: `);
}

/** One short question, with what was just entered in place of what is set. */
async function tryModel(
  settings: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  const { createModels } = await import('@cadence-agents/engine');
  const { env, settings: read } = await localSettings({ ...process.env, ...settings });
  const entered = Object.keys(secrets).length > 0 ? {} : await enteredBefore();
  const models = createModels({
    defaultModel: read.defaultModel,
    fallbackModels: [],
    timeoutMs: read.modelTimeoutMs,
    maxRetries: defaultLimits.maxRetries,
    env: () => ({ ...env, ...entered, ...settings, ...secrets }),
  });
  process.stderr.write(dim(`Trying ${read.defaultModel}…\n`));
  const request = { system: 'Answer with one word.', tools: [], maxOutputTokens: 64 };
  const messages = [{ id: 'setup', role: 'user', content: 'Say hello.' } as const];
  try {
    const signal = AbortSignal.timeout(30_000);
    await models.get(read.defaultModel).generate({ ...request, messages }, { signal, maxRetries: 0 });
  } catch (error) {
    const { code, message, hint } = CadenceError.from(error);
    throw new CadenceError(code, message, {
      hint: [hint, 'Nothing was kept. Try again: cadence setup'].filter(Boolean).join('\n'),
      cause: error,
    });
  }
}

/** A key that is kept already serves for another model too. */
async function enteredBefore(): Promise<Record<string, string | undefined>> {
  const { openSecrets } = await import('@cadence-agents/server');
  const read = await localSettings();
  return withStore(async ({ store, log }) => {
    const secrets = await openSecrets({ store: store.secrets, ...read, log });
    secrets.close();
    return secrets.env();
  });
}

/** The key where secrets are kept, encrypted; the rest in `.env`, where a person can read and change it. */
async function keep(
  settings: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  const { localPrincipal, putSecret } = await import('@cadence-agents/server/app');
  await withStore(async (local) => {
    for (const [name, value] of Object.entries(secrets))
      await putSecret(local, localPrincipal, { name, value });
  });
  const file = resolve('.env');
  writeFileSync(file, withVariables(existsSync(file) ? readFileSync(file, 'utf8') : '', settings));
  console.log(
    `${styleText('green', '✓')} ${bold(settings.CADENCE_DEFAULT_MODEL ?? '')} answers from now on.`,
  );
  for (const name of Object.keys(secrets)) console.log(dim(`  ${name} is kept encrypted in the database.`));
  console.log(dim(`  ${Object.keys(settings).join(' and ')} in ${file}; restart servers that run.`));
  say('Try it: cadence chat');
}

/** The same file, with these variables set in place of what it had for them. */
export function withVariables(file: string, variables: Readonly<Record<string, string>>): string {
  const lines = file.split('\n').filter((line) => {
    const name = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1];
    return name === undefined || !Object.hasOwn(variables, name);
  });
  while (lines.at(-1)?.trim() === '') lines.pop();
  return [...lines, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`), ''].join('\n');
}
