import { readFile } from 'node:fs/promises';
import {
  CadenceError,
  isJsonObject,
  type JsonObject,
  type PluginConfig,
  parseJson,
} from '@cadence-agents/contracts';
import { type LocalPlugins, withPlugins } from './local-cadence.ts';
import { dim, printJson, textTable } from './output.ts';

export interface ConfigOptions {
  set?: string[];
  file?: string;
  reset?: boolean;
  json?: boolean;
}

/** Shows what can be set of a plugin, or sets it. */
export async function configPlugin(name: string, options: ConfigOptions): Promise<void> {
  const given = [options.set, options.file, options.reset].filter((each) => each !== undefined);
  if (given.length > 1)
    throw new CadenceError('INPUT_INVALID', 'Give one of --set, --file and --reset.', {
      hint: 'A file has the whole config; --set changes fields of the one that there is.',
    });
  const config = await withPlugins((local) => changed(local, name, options));
  if (options.json) return printJson(config);
  print(config);
  if (given.length > 0) console.log('Running servers know within seconds.');
}

async function changed(local: LocalPlugins, name: string, options: ConfigOptions): Promise<PluginConfig> {
  const app = await import('@cadence-agents/server/app');
  const { localPrincipal } = app;
  const config = app.readPluginConfig(local, localPrincipal, name);
  if (options.reset) await app.resetPlugin(local, localPrincipal, name);
  const value =
    options.file === undefined
      ? options.set && withFields(config, options.set)
      : await objectIn(options.file);
  if (value) await app.configurePlugin(local, localPrincipal, { name, value });
  return app.readPluginConfig(local, localPrincipal, name);
}

function withFields({ schema, entered, problems }: PluginConfig, pairs: readonly string[]): JsonObject {
  const kept = problems.length === 0 && isJsonObject(entered) ? entered : {};
  const fields = pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new CadenceError('INPUT_INVALID', `"${pair}" is not of the form KEY=VALUE.`);
    const key = pair.slice(0, at);
    return [key, typedValue(schema, key, pair.slice(at + 1))] as const;
  });
  return { ...kept, ...Object.fromEntries(fields) };
}

/** JSON where it is, except in a field for text: there it is what was typed. */
function typedValue({ properties }: JsonObject, key: string, text: string) {
  const field = isJsonObject(properties) ? properties[key] : undefined;
  const isText = isJsonObject(field) && field.type === 'string';
  return isText ? text : (parseJson(text) ?? text);
}

/** The config in a file. */
export async function objectIn(file: string): Promise<JsonObject> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CadenceError('INPUT_INVALID', `The file "${file}" cannot be read.`, { cause });
  });
  const value = parseJson(text);
  if (isJsonObject(value)) return value;
  throw new CadenceError('INPUT_INVALID', `The file "${file}" has no JSON object.`, {
    hint: 'Write the fields of the config, as {"carrier": "post"}.',
  });
}

function print({ schema, values, entered, problems }: PluginConfig): void {
  const names = isJsonObject(schema.properties) ? Object.keys(schema.properties) : Object.keys(values);
  const isEntered = (name: string) =>
    problems.length === 0 && isJsonObject(entered) && Object.hasOwn(entered, name);
  const lines = textTable(
    names.map((name) => [
      name,
      Object.hasOwn(values, name) ? JSON.stringify(values[name]) : '–',
      isEntered(name) ? 'entered' : 'default',
    ]),
  );
  for (const [index, line] of lines.entries()) console.log(isEntered(names[index] ?? '') ? line : dim(line));
  if (problems.length === 0) return;
  console.log('What was entered does not fit, so the defaults hold:');
  for (const { path, message } of problems) console.log(`  ${path}: ${message}`);
}
