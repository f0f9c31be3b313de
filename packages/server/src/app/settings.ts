// Settings: those that there are, and those that are entered while the deployment runs.
import { type ApiSetting, CadenceError, type JsonValue } from '@cadence-agents/contracts';
import { nearestName } from '@cadence-agents/workflow';
import { addressesOf } from '../security/model-address.ts';
import { isSettingName, type SettingName, settingTable } from '../settings/setting-table.ts';
import { type EnteredSetting, isLive, isPinned, storable } from '../settings/settings-in-force.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import { actorOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { invalidInput } from './invalid-input.ts';

type Reading = Pick<AppContext, 'settings' | 'enteredSettings'>;
type Changing = Reading & Pick<AppContext, 'store' | 'log'>;
type Entering = Changing & Pick<AppContext, 'models'>;

const settingNames = Object.keys(settingTable) as SettingName[];

/** Every setting, where it comes from, and what it is for; without the values of secrets. */
export async function listSettings(context: Reading, principal: Principal): Promise<ApiSetting[]> {
  authorize(principal, 'settings.read');
  const entered = await context.enteredSettings.list();
  return settingNames.map((name) =>
    shown(
      context,
      name,
      entered.find((one) => one.name === name),
    ),
  );
}

/** Keeps a value, which takes effect as its setting says. */
export function putSetting(
  context: Entering,
  principal: Principal,
  { name: given, value }: { name: string; value: JsonValue },
): Promise<ApiSetting> {
  return audited(context, principal, 'settings.write', given, async () => {
    const name = known(given);
    demandFree(context, name);
    const parsed = settingTable[name].schema.safeParse(value);
    if (!parsed.success)
      throw invalidInput(parsed.error.issues.map(({ path, message }) => at(['value', ...path], message)));
    await demandUsable(context, name, parsed.data);
    const { enteredSettings } = context;
    await enteredSettings.put({ name, value: storable(parsed.data), by: actorOf(principal) });
    const kept = (await enteredSettings.list()).find((one) => one.name === name);
    return shown(context, name, kept);
  });
}

/** What it is without that holds again. */
export function deleteSetting(context: Changing, principal: Principal, given: string): Promise<void> {
  return audited(context, principal, 'settings.write', given, async () => {
    if (await context.enteredSettings.delete(known(given))) return;
    throw new CadenceError('SETTING_NOT_FOUND', `Nothing was entered for the setting "${given}".`, {
      hint: 'Look at the list of settings. What the environment or a file sets is removed there.',
    });
  });
}

function shown(
  { settings, enteredSettings }: Reading,
  name: SettingName,
  entered: EnteredSetting | undefined,
): ApiSetting {
  const { env, about, secret, takesEffect } = settingTable[name];
  const beneath = enteredSettings.sourceOf(name);
  const pinned = isPinned(beneath);
  const holds = entered !== undefined && !pinned && isLive(name);
  const value = holds ? entered.value : settings[name];
  return {
    ...{ name, env, about, secret, takesEffect, pinned },
    source: holds ? 'entered' : beneath,
    value: secret ? null : value,
    entered: entered ? { value: secret ? null : entered.value, by: entered.by, at: entered.updatedAt } : null,
    inForce: !holds || JSON.stringify(settings[name]) === JSON.stringify(entered.value),
  };
}

function known(name: string): SettingName {
  if (isSettingName(name)) return name;
  const near = nearestName(name, settingNames);
  throw new CadenceError('SETTING_NOT_FOUND', `There is no setting "${name}".`, {
    hint: near ? `Did you mean "${near}"?` : 'Look at the list of settings.',
  });
}

function demandFree({ enteredSettings }: Reading, name: SettingName): void {
  const { env } = settingTable[name];
  const source = enteredSettings.sourceOf(name);
  if (isPinned(source)) {
    throw new CadenceError('SETTING_FIXED', `${env} is set by the environment (${source}).`, {
      hint: 'What the environment sets cannot be changed here: take it out there and restart, then enter it.',
    });
  }
  if (!isLive(name)) {
    throw new CadenceError('SETTING_FIXED', `${env} is read only when a process starts.`, {
      hint: 'Set it in the environment or in cadence.config.ts, and restart.',
    });
  }
}

const modelSettings: ReadonlySet<SettingName> = new Set([
  'defaultModel',
  'coordinatorModel',
  'synthesizerModel',
  'suspendModel',
  'fallbackModels',
]);

/** What the schema cannot know: which models and providers there are, and which addresses may be called. */
async function demandUsable(
  { models, settings }: Entering,
  name: SettingName,
  value: unknown,
): Promise<void> {
  // Throws for a provider that there is not; a key may be missing still.
  if (modelSettings.has(name))
    for (const model of [value].flat()) if (typeof model === 'string') models.get(model);
  if (name === 'modelUrls') {
    const problems = await addressesOf(settingTable.modelUrls.schema.parse(value), settings.allowedHosts);
    if (problems.length > 0)
      throw invalidInput(problems.map(({ provider, message }) => at(['value', provider], message)));
  }
}

const at = (path: readonly PropertyKey[], message: string) => ({
  path: ['body', ...path.map(String)].join('.'),
  message,
});
