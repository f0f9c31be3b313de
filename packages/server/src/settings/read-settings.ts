import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { CadenceError } from '@cadence-agents/contracts';
import { nearestName } from '@cadence-agents/workflow';
import { isServiceLink } from './service-link.ts';
import { type SettingName, type Settings, settingTable } from './setting-table.ts';

export type SettingSource = 'environment' | '.env' | 'cadence.config.ts' | 'default';

export interface ReadSettings {
  settings: Settings;
  sources: Record<SettingName, SettingSource>;
  /** The environment with `.env` beneath it: where providers' own keys are looked up. */
  env: Record<string, string | undefined>;
  /** Names in the environment that look like settings and are none: what Kubernetes sets for services. */
  ignored: readonly string[];
}

type Layer = {
  source: SettingSource;
  values: Record<string, unknown>;
  nameOf: (name: SettingName) => string;
};

/** Reads every setting; all mistakes at once, each with the nearest valid name. */
export async function readSettings(cwd = process.cwd(), environment = process.env): Promise<ReadSettings> {
  const dotEnv = readDotEnv(resolve(cwd, '.env'));
  const ignored = Object.keys(environment).filter((name) => isServiceLink(name, environment[name] ?? ''));
  const own = Object.fromEntries(Object.entries(environment).filter(([name]) => !ignored.includes(name)));
  const layers: Layer[] = [
    { source: 'environment', values: own, nameOf: envName },
    { source: '.env', values: dotEnv, nameOf: envName },
    { source: 'cadence.config.ts', values: await readConfigFile(cwd), nameOf: (name) => name },
  ];
  const problems = layers.flatMap(unknownNames);
  const settings: Record<string, unknown> = {};
  const sources: Record<string, SettingSource> = {};
  for (const name of settingNames) {
    const layer = layers.find((candidate) => candidate.values[candidate.nameOf(name)] !== undefined);
    settings[name] = layer ? parse(name, layer, problems) : settingTable[name].fallback;
    sources[name] = layer?.source ?? 'default';
  }
  if (problems.length > 0) {
    throw new CadenceError('SETTING_INVALID', problems.join('\n'), {
      hint: 'Correct the settings named above; "cadence doctor" lists all there are.',
      details: problems,
    });
  }
  return {
    settings: settings as Settings,
    sources: sources as ReadSettings['sources'],
    env: { ...dotEnv, ...own },
    ignored,
  };
}

const settingNames = Object.keys(settingTable) as SettingName[];
const envName = (name: SettingName): string => settingTable[name].env;

function parse(name: SettingName, layer: Layer, problems: string[]): unknown {
  const { schema, env, secret } = settingTable[name];
  const given = layer.values[layer.nameOf(name)];
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const shown = secret ? '' : ` ${JSON.stringify(given)}`;
  const why = parsed.error.issues.map((issue) => issue.message).join('; ');
  problems.push(`${env} (from ${layer.source}) has a value that cannot be used:${shown} ${why}.`);
  return undefined;
}

function unknownNames({ source, values, nameOf }: Layer): string[] {
  const known = settingNames.map(nameOf);
  const fromFile = source === 'cadence.config.ts';
  return Object.keys(values)
    .filter((key) => (fromFile || key.startsWith('CADENCE_')) && !known.includes(key))
    .map((key) => {
      const nearest = nearestName(key, known);
      return `There is no setting ${key} (from ${source}).${nearest ? ` Did you mean ${nearest}?` : ''}`;
    });
}

function readDotEnv(path: string): Record<string, string | undefined> {
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

async function readConfigFile(cwd: string): Promise<Record<string, unknown>> {
  const path = resolve(cwd, 'cadence.config.ts');
  if (!existsSync(path)) return {};
  try {
    const module: { default?: unknown } = await import(pathToFileURL(path).href);
    if (typeof module.default === 'object' && module.default !== null) return { ...module.default };
  } catch (cause) {
    throw new CadenceError('SETTING_INVALID', 'cadence.config.ts cannot be loaded.', {
      cause,
      hint: cause instanceof Error ? cause.message : String(cause),
    });
  }
  throw new CadenceError('SETTING_INVALID', 'cadence.config.ts has no default export.', {
    hint: 'Write: export default { defaultModel: "openai:gpt-5-mini" }',
  });
}
